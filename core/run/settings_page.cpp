// SPDX-License-Identifier: Apache-2.0
#include "run/settings_page.h"

#include "base/error.h"
#include "base/join.h"
#include "run/run_settings.h"

namespace fw::run {

namespace {

std::string table_of(std::string_view key) {
  const size_t dot = key.rfind('.');
  return dot == std::string_view::npos ? "" : std::string(key.substr(0, dot));
}

std::string kind_text(const catalog::Setting& setting) {
  std::string text(type_name(setting));
  if (const std::string limits = limits_text(setting); !limits.empty()) text += ", " + limits;
  if (!setting.unit.empty()) text += ", in " + std::string(setting.unit);
  return text;
}

std::string default_text(const catalog::Setting& setting) {
  if (setting.required) return "required";
  const catalog::Value usual = default_of(setting);
  std::string text = to_toml(usual);
  for (const catalog::Family* family : catalog::families()) {
    const catalog::Value own = default_of(setting, family->id);
    if (own != usual) text += ", for " + std::string(family->id) + " " + to_toml(own);
  }
  return text;
}

std::string condition_text(const catalog::Setting& setting) {
  std::string text;
  for (const catalog::Condition& condition : setting.applies_to) {
    append_item(text, std::string(condition.key) + " = " + join(condition.values, " or "));
  }
  return text;
}

/// "In finetrainers: `--lr`." for each trainer that has the setting.
std::string flags_text(const catalog::Setting& setting) {
  std::string text;
  for (size_t i = 0; i < setting.flags.size(); ++i) {
    const auto& [trainer, flag] = setting.flags[i];
    const bool is_first = i == 0 || setting.flags[i - 1].trainer != trainer;
    const bool is_last = i + 1 == setting.flags.size() || setting.flags[i + 1].trainer != trainer;
    text += is_first ? "\nIn " + std::string(trainer) + ": " : ", ";
    text += "`--" + std::string(flag) + "`" + (is_last ? ".\n" : "");
  }
  return text;
}

std::string wrapped(std::string_view text, std::string_view indent, size_t width) {
  std::string out;
  size_t column = 0;
  while (!text.empty()) {
    const size_t end = text.find(' ');
    const std::string_view word = text.substr(0, end);
    if (column == 0 || column + 1 + word.size() > width) {
      append_item(out, indent, "\n");
      column = indent.size();
    } else {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return out + '\n';
}

}  // namespace

std::string settings_page() {
  std::string page =
      "# Settings of a training run\n\n"
      "A run file is TOML: tables in brackets, `key = value` below them. This page is generated from the\n"
      "declarations in `core/run/settings_table*.cpp`.\n";
  std::string table = "-";
  for (const catalog::Setting& setting : settings()) {
    if (table_of(setting.key) != table) {
      table = table_of(setting.key);
      page += table.empty() ? "\n## At the top\n" : "\n## [" + table + "]\n";
    }
    page += "\n### `" + std::string(setting.key) + "`\n" + std::string(setting.label) + " · " +
            kind_text(setting) + " · default: " + default_text(setting) + "\n\n" +
            std::string(setting.explanation) + "\n";
    if (const std::string condition = condition_text(setting); !condition.empty())
      page += "\nOnly used when " + condition + ".\n";
    page += flags_text(setting);
  }
  return page;
}

std::string settings_help() {
  std::string help = "Settings of a run file (also for --set key=value):\n";
  std::string table = "-";
  for (const catalog::Setting& setting : settings()) {
    if (table_of(setting.key) != table) {
      table = table_of(setting.key);
      help += table.empty() ? "\n" : "\n[" + table + "]\n";
    }
    help += "  " + std::string(setting.key) + "  (" + default_text(setting) + "; " + kind_text(setting) +
            ")\n" + wrapped(setting.explanation, "      ", 80);
    if (const std::string condition = condition_text(setting); !condition.empty()) {
      help += wrapped("Only used when " + condition + ".", "      ", 80);
    }
  }
  return help;
}

}  // namespace fw::run
