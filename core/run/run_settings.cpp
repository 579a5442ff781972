// SPDX-License-Identifier: Apache-2.0
#include "run/run_settings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iterator>

#include "base/error.h"
#include "run/settings_table.h"

namespace fw::run {

namespace {

std::string toml_text(std::string_view text) {
  std::string out = "\"";
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (letter == '"' || letter == '\\') {
      out += {'\\', letter};
    } else if (letter == '\n') {
      out += "\\n";
    } else if (letter == '\t') {
      out += "\\t";
    } else if (code < 0x20 || code == 0x7f) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04X", code);
      out += escape;
    } else {
      out += letter;
    }
  }
  return out + '"';
}

std::string number_text(double number) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, number).ptr;
  std::string out(text, end);
  if (const size_t zero = out.find("e-0"); zero != std::string::npos) out.erase(zero + 2, 1);
  // TOML tells a float from an integer by its point or exponent.
  if (std::isfinite(number) && out.find_first_of(".e") == std::string::npos) out += ".0";
  return out;
}

/// How a condition writes a value: "true", "0", "lora".
std::string plain_text(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return to_toml(value);
}

std::vector<Setting> all_settings() {
  std::vector<Setting> all;
  for (auto* part : {table::run_and_model, table::data, table::training, table::memory, table::optimizer,
                     table::keeping, table::validation}) {
    std::vector<Setting> more = part();
    std::move(more.begin(), more.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace

std::span<const Setting> settings() {
  static const std::vector<Setting> all = all_settings();
  return all;
}

const Setting* find_setting(std::string_view key) {
  const auto all = settings();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Setting& s) { return s.key == key; });
  return found == all.end() ? nullptr : &*found;
}

Value value_of(const RunSettings& run, const Setting& setting) {
  return std::visit([&](auto member) -> Value { return run.*member; }, setting.member);
}

void assign(RunSettings& run, const Setting& setting, Value value) {
  std::visit(
      [&](auto member) {
        using Type = std::remove_reference_t<decltype(run.*member)>;
        run.*member = std::get<Type>(std::move(value));
      },
      setting.member);
}

Value default_of(const Setting& setting, std::string_view family) {
  const auto found = setting.family_defaults.find(family);
  return found != setting.family_defaults.end() ? found->second : value_of(RunSettings{}, setting);
}

bool applies(const Setting& setting, const RunSettings& run) {
  return std::all_of(setting.applies_to.begin(), setting.applies_to.end(), [&](const Condition& condition) {
    const std::string now = plain_text(value_of(run, *find_setting(condition.key)));
    return std::find(condition.values.begin(), condition.values.end(), now) != condition.values.end();
  });
}

std::string_view type_name(const Setting& setting) {
  static constexpr std::string_view names[] = {
      FW_TEXT("settings", "true or false"), FW_TEXT("settings", "whole number"),
      FW_TEXT("settings", "number"), FW_TEXT("settings", "text"), FW_TEXT("settings", "list of texts")};
  return names[setting.member.index()];
}

std::string to_toml(const Value& value) {
  struct Writer {
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return number_text(number); }
    std::string operator()(const std::string& text) const { return toml_text(text); }
    std::string operator()(const std::vector<std::string>& texts) const {
      std::string out = "[";
      for (const std::string& text : texts) out += (out.size() > 1 ? ", " : "") + toml_text(text);
      return out + "]";
    }
  };
  return std::visit(Writer{}, value);
}

std::string limits_text(const Setting& setting) {
  std::string text;
  if (!setting.choices.empty()) {
    text = "one of ";
    for (const std::string_view choice : setting.choices) {
      if (text.size() > 7) text += ", ";
      text += choice;
    }
  } else if (setting.range) {
    const auto bound = [&](double number) {
      char digits[32];
      return std::string(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    };
    const bool open_end = setting.range->most >= table::any;
    text = (setting.range->above_least ? "above "
            : open_end                 ? "at least "
                                       : "from ") +
           bound(setting.range->least);
    if (!open_end) text += (setting.range->above_least ? ", at most " : " to ") + bound(setting.range->most);
  } else if (setting.meaning == Meaning::bucket) {
    text = "each FRAMESxHEIGHTxWIDTH";
  }
  return text;
}

std::optional<ValidationPrompt> parse_validation_prompt(std::string_view text) {
  const size_t mark = text.rfind("@@@");
  if (mark == std::string_view::npos) return ValidationPrompt{std::string(text), std::nullopt};
  const auto size = catalog::parse_bucket(text.substr(mark + 3));
  if (!size) return std::nullopt;
  return ValidationPrompt{std::string(text.substr(0, mark)), size};
}

}  // namespace fw::run
