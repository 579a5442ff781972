// SPDX-License-Identifier: Apache-2.0
#include "run/run_settings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <thread>

#include "base/error.h"
#include "base/join.h"
#include "base/paths.h"
#include "catalog/catalog.h"
#include "run/settings_table.h"

namespace fw::run {

namespace {

constexpr std::string_view parts_prefix = "model.parts.";

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
  // TOML distinguishes floats from integers by the decimal point or exponent.
  if (std::isfinite(number) && out.find_first_of(".e") == std::string::npos) out += ".0";
  return out;
}

/// The notation of values in conditions: "true", "0", "lora".
std::string plain_text(const catalog::Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return to_toml(value);
}

/// Adds the settings of `table` that families declare, each only for runs of its family.
void add_own(std::vector<catalog::Setting>& all, std::string_view table) {
  for (const catalog::Family* family : catalog::families()) {
    if (family->settings == nullptr) continue;
    for (catalog::Setting& setting : family->settings()) {
      if (!setting.key.starts_with(table)) continue;
      setting.applies_to.insert(setting.applies_to.begin(), {"model.family", {family->id}});
      all.push_back(std::move(setting));
    }
  }
}

std::vector<catalog::Setting> all_settings() {
  std::vector<catalog::Setting> all;
  const auto add = [&](std::vector<catalog::Setting> part) {
    std::move(part.begin(), part.end(), std::back_inserter(all));
  };
  add(table::run_and_model());
  add_own(all, "model.");
  for (auto* part : {table::data, table::training, table::adapters, table::full_training, table::flow,
                     table::memory, table::optimizer, table::clipping, table::optimizer_methods,
                     table::lr_scheduler, table::keeping, table::validation})
    add(part());
  add_own(all, "validation.");
  return all;
}

std::string bound(double number) {
  char digits[64];
  return std::string(digits, std::to_chars(digits, std::end(digits), number, std::chars_format::fixed).ptr);
}

}  // namespace

std::string table::most_text(const catalog::Setting& setting) {
  return "at most " + bound(setting.range->most);
}

std::span<const catalog::Setting> settings() {
  static const std::vector<catalog::Setting> all = all_settings();
  return all;
}

const catalog::Setting* find_setting(std::string_view key) {
  const auto all = settings();
  const auto found = std::ranges::find_if(all, [&](const catalog::Setting& s) {
    return s.key == key || std::ranges::find(s.old_keys, key) != s.old_keys.end();
  });
  return found == all.end() ? nullptr : &*found;
}

catalog::ModelSource model_source(const RunSettings& run) {
  catalog::ModelSource source{run.model_folder};
  for (const auto& [key, value] : run.own) {
    if (key.starts_with(parts_prefix))
      source.parts[key.substr(parts_prefix.size())] = std::get<std::string>(value);
  }
  return source;
}

void set_model_source(RunSettings& run, const catalog::ModelSource& model) {
  run.model_folder = to_utf8(model.folder);
  std::erase_if(run.own, [](const auto& own) { return own.first.starts_with(parts_prefix); });
  for (const auto& [name, place] : model.parts) run.own[std::string(parts_prefix) + name] = to_utf8(place);
}

catalog::Value value_of(const RunSettings& run, const catalog::Setting& setting) {
  const auto read = [&](auto member) -> catalog::Value {
    if constexpr (std::is_same_v<decltype(member), std::monostate>) {
      const auto found = run.own.find(setting.key);
      return found == run.own.end() ? setting.standard : found->second;
    } else if constexpr (std::is_same_v<decltype(member), catalog::ChoiceMember>) {
      return std::string(member.get(run));
    } else {
      return run.*member;
    }
  };
  return std::visit(read, setting.member);
}

void resolve_epochs(RunSettings& run, int64_t batches_per_epoch) {
  const auto resolve = [&](int64_t epochs, int64_t& steps) {
    const int64_t accumulation = run.gradient_accumulation_steps;
    if (epochs > 0)
      steps = std::max<int64_t>(1, (epochs * batches_per_epoch + accumulation - 1) / accumulation);
  };
  resolve(run.checkpointing_epochs, run.checkpointing_steps);
  resolve(run.validation_epochs, run.validation_steps);
}

bool needs_first_frames(const RunSettings& run) {
  return run.task == catalog::VideoTask::image_to_video &&
         catalog::recognise_model(model_source(run)).keeps_first_frame;
}

bool wants_first_frame_noise(const RunSettings& run) {
  const catalog::Family* family = catalog::find_family(run.family);
  return family != nullptr && !family->first_frame_noise.empty() &&
         own_value<bool>(run, family->first_frame_noise);
}

bool wants_sound(const RunSettings& run) {
  const catalog::Family* family = catalog::find_family(run.family);
  return family != nullptr && !family->sound_training.empty() && own_value<bool>(run, family->sound_training);
}

int64_t thread_count(const RunSettings& run, int64_t processes) {
  if (run.cpu_threads > 0) return run.cpu_threads;
  const int64_t cores = std::max(1u, std::thread::hardware_concurrency());
  return std::max<int64_t>(1, cores / processes);
}

void assign(RunSettings& run, const catalog::Setting& setting, catalog::Value value) {
  const auto write = [&](auto member) {
    if constexpr (std::is_same_v<decltype(member), catalog::ChoiceMember>) {
      member.set(run, std::get<std::string>(value));
    } else if constexpr (!std::is_same_v<decltype(member), std::monostate>) {
      using Type = std::remove_reference_t<decltype(run.*member)>;
      run.*member = std::get<Type>(std::move(value));
    } else if (value == setting.standard) {
      run.own.erase(std::string(setting.key));
    } else {
      run.own.insert_or_assign(std::string(setting.key), std::move(value));
    }
  };
  std::visit(write, setting.member);
}

catalog::Value default_of(const catalog::Setting& setting, std::string_view family) {
  if (const catalog::Family* const known = catalog::find_family(family)) {
    const auto own =
        std::ranges::find(known->defaults, setting.key, &std::pair<std::string_view, catalog::Value>::first);
    if (own != known->defaults.end()) return own->second;
  }
  return value_of(RunSettings{}, setting);
}

std::string_view group_title(const catalog::Setting& setting) {
  struct Group {
    std::string_view table, title;
  };
  static constexpr std::array groups{Group{"run", FW_TEXT("settings", "Run")},
                                     Group{"model", FW_TEXT("settings", "Model")},
                                     Group{"data", FW_TEXT("settings", "Data")},
                                     Group{"training", FW_TEXT("settings", "Training")},
                                     Group{"flow", FW_TEXT("settings", "Flow matching")},
                                     Group{"memory", FW_TEXT("settings", "Memory")},
                                     Group{"lora", FW_TEXT("settings", "LoRA")},
                                     Group{"sft", FW_TEXT("settings", "Full fine-tune")},
                                     Group{"optimizer", FW_TEXT("settings", "Optimizer")},
                                     Group{"lr_scheduler", FW_TEXT("settings", "Learning-rate schedule")},
                                     Group{"checkpoints", FW_TEXT("settings", "Checkpoints")},
                                     Group{"ema", FW_TEXT("settings", "Averaged weights (EMA)")},
                                     Group{"validation", FW_TEXT("settings", "Validation")},
                                     Group{"metrics", FW_TEXT("settings", "Metric export")},
                                     Group{"distributed", FW_TEXT("settings", "Several processes")}};
  const std::string_view table = setting.key.substr(0, setting.key.find('.'));
  const auto found = std::ranges::find(groups, table, &Group::table);
  return found == groups.end() ? table : found->title;
}

bool applies(const catalog::Setting& setting, const RunSettings& run) {
  return std::all_of(
      setting.applies_to.begin(), setting.applies_to.end(), [&](const catalog::Condition& condition) {
        const std::string now = plain_text(value_of(run, *find_setting(condition.key)));
        return std::find(condition.values.begin(), condition.values.end(), now) != condition.values.end();
      });
}

std::string_view type_name(const catalog::Setting& setting) {
  static constexpr std::string_view names[] = {
      FW_TEXT("settings", "true or false"), FW_TEXT("settings", "whole number"),
      FW_TEXT("settings", "number"), FW_TEXT("settings", "text"), FW_TEXT("settings", "list of texts")};
  return names[default_of(setting).index()];
}

std::string to_toml(const catalog::Value& value) {
  struct Writer {
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return number_text(number); }
    std::string operator()(const std::string& text) const { return toml_text(text); }
    std::string operator()(const std::vector<std::string>& texts) const {
      return "[" + join(texts, ", ", toml_text) + "]";
    }
  };
  return std::visit(Writer{}, value);
}

std::string limits_text(const catalog::Setting& setting) {
  std::string text;
  if (!setting.choices.empty()) {
    text = "one of ";
    for (const std::string_view choice : setting.choices) {
      if (text.size() > 7) text += ", ";
      text += choice;
    }
  } else if (setting.range) {
    const bool open_end = setting.range->most == table::any;
    text = (setting.range->above_least ? "above "
            : open_end                 ? "at least "
                                       : "from ") +
           bound(setting.range->least);
    if (!open_end)
      text += (setting.range->above_least ? ", " + table::most_text(setting)
                                          : " to " + bound(setting.range->most));
  } else if (setting.meaning == catalog::Meaning::bucket) {
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
