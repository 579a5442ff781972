// SPDX-License-Identifier: Apache-2.0
#include "interchange/flag_import.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "base/join.h"
#include "interchange/flag_advice.h"
#include "interchange/flag_errors.h"
#include "interchange/foreign_script.h"
#include "interchange/launch_config.h"
#include "interchange/shell_script.h"
#include "run/foreign_config.h"
#include "run/launcher.h"
#include "run/run_file.h"

namespace fw::interchange {

namespace {

struct Flag {
  std::string name;
  std::vector<std::string> values;
  std::string text() const { return join(values, " "); }
};

bool is_flag(const std::string& word) {
  // "-0.5" is a value.
  return word.size() > 2 && word.starts_with("--") && std::isalpha(static_cast<unsigned char>(word[2]));
}

std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (size_t at = 0; separator.size() > 0;) {
    const size_t end = text.find(separator, at);
    parts.emplace_back(text.substr(at, end - at));
    if (end == std::string_view::npos) return parts;
    at = end + separator.size();
  }
  return {std::string(text)};
}

template <typename Number>
std::optional<Number> parse_number(std::string_view text) {
  Number number{};
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

class Importer {
 public:
  Importer(std::string_view text, std::string_view file_name, const NamedFile& named_file,
           const LoopSteps& loop_steps)
      : text_(text), file_(file_name), named_file_(named_file), loop_steps_(loop_steps) {}

  ImportedFlags run() {
    const ShellScript script = read_shell_script(text_, loop_steps_);
    const auto command = std::ranges::find_if(
        script.commands, [&](const ShellCommand& candidate) { return take_training(candidate); });
    const std::vector<Fault> strays = stray_commands(script);
    if (command == script.commands.end()) {
      if (auto fault = run::foreign_config(text_, file_)) throw Error(std::move(*fault));
      if (!strays.empty()) throw Error(strays.front());
      throw Error(no_training_command, {{"file", file_}});
    }
    const auto has = [&](std::string_view flag) { return find(flag) != nullptr; };
    if (const auto trainer = trainer_not_read(has))
      throw Error(trainer_unread, {{"file", file_}, {"trainer", *trainer}});
    for (const ShellNote& note : script.notes) add_note(note);
    unmapped_.insert(unmapped_.end(), strays.begin(), strays.end());
    set_by_program();
    take_launcher(*command, script);
    tell_environment(script);
    map_combined();
    for (const Flag& flag : flags_) map(flag);
    return {write(), std::move(unmapped_)};
  }

 private:
  /// Takes the flags of a training command; skips a captioner that the script runs first.
  bool take_training(const ShellCommand& command) {
    const auto script = std::find_if(command.words.begin(), command.words.end(),
                                     [](const std::string& word) { return word.ends_with(".py"); });
    if (script == command.words.end()) return false;
    flags_.clear();
    for (auto word = script + 1; word != command.words.end(); ++word) {
      if (is_flag(*word)) {
        const size_t equals = word->find('=');
        flags_.push_back({word->substr(2, equals == std::string::npos ? equals : equals - 2), {}});
        if (equals != std::string::npos) flags_.back().values.push_back(word->substr(equals + 1));
      } else if (!flags_.empty()) {
        flags_.back().values.push_back(*word);
      }
    }
    program_ = *script;
    const bool trains_by_name = file_name().find("train") != std::string::npos;
    return !flags_.empty() && (trains_by_name || find("lr") != nullptr || find("learning_rate") != nullptr ||
                               family_of_program() != nullptr);
  }

  /// Flags at the beginning of a command, which the shell does not pass to any program.
  std::vector<Fault> stray_commands(const ShellScript& script) const {
    std::vector<Fault> strays;
    for (const ShellCommand& command : script.commands)
      if (is_flag(command.words.front()))
        strays.emplace_back(stray_flags,
                            std::initializer_list<Argument>{
                                {"file", file_}, {"line", command.line}, {"flag", command.words.front()}});
    return strays;
  }

  void tell_environment(const ShellScript& script) {
    std::vector<std::string> variables = script.environment;
    std::erase_if(variables,
                  [](const std::string& text) { return text.starts_with("CUDA_VISIBLE_DEVICES="); });
    if (!variables.empty())
      unmapped_.emplace_back(environment_lost, std::initializer_list<Argument>{
                                                   {"file", file_}, {"variables", join(variables, ", ")}});
  }

  /// Reads devices and precision from the words before the script.
  void take_launcher(const ShellCommand& command, const ShellScript& script) {
    const auto end = std::find_if(command.words.begin(), command.words.end(),
                                  [](const std::string& word) { return word.ends_with(".py"); });
    const auto visible = script.variables.find("CUDA_VISIBLE_DEVICES");
    run::Launcher launcher = run::read_launcher(
        {command.words.begin(), end},
        visible == script.variables.end() || visible->second.empty() ? "" : visible->second[0]);
    if (!launcher.mixed_precision.empty() && find("mixed_precision") == nullptr)
      flags_.push_back({"mixed_precision", {launcher.mixed_precision}});
    take_config(command, launcher);
    if (trainer_ == catalog::factory && find("mixed_precision") == nullptr) {
      unmapped_.emplace_back(not_said,
                             std::initializer_list<Argument>{{"flag", "mixed_precision"},
                                                             {"key", "training.mixed_precision"},
                                                             {"value", run::RunSettings{}.mixed_precision}});
    }
    for (const auto& [flag, value] : launcher.others)
      unmapped_.emplace_back(launcher_flag,
                             std::initializer_list<Argument>{{"flag", flag}, {"value", value}});
    tell_processes(launcher);
  }

  /// Reads the configuration files that the command names. The command's own values take precedence.
  void take_config(const ShellCommand& command, run::Launcher& launcher) {
    if (!named_file_) return;
    for (size_t i = 0; i < command.words.size(); ++i) {
      const std::string& word = command.words[i];
      const size_t equals = std::min(word.find('='), word.size());
      const std::string flag = word.substr(0, equals);
      if (flag != "--config_file" && flag != "--deepspeed_config" && flag != "--deepspeed_config_file")
        continue;
      const bool is_next = equals == word.size() && i + 1 < command.words.size();
      const std::string name =
          is_next ? command.words[i + 1] : word.substr(std::min(equals + 1, word.size()));
      const auto content = named_file_(name);
      if (!content) {
        if (!name.empty())
          unmapped_.emplace_back(config_missing, std::initializer_list<Argument>{{"file", name}});
        take_out(flag.substr(2));
        continue;
      }
      const LaunchConfig config = read_launch_config(*content);
      if (!launcher.processes) launcher.processes = config.processes;
      for (const auto& [key, value] : config.flags)
        if (find(key) == nullptr) flags_.push_back({key, {value}});
      for (const auto& [key, value] : config.settings) values_[key] = value;
      for (const auto& [key, value] : config.others)
        unmapped_.emplace_back(
            config_key, std::initializer_list<Argument>{{"file", name}, {"key", key}, {"value", value}});
      take_out(flag.substr(2));
      std::erase_if(launcher.others, [&](const auto& other) { return "--" + other.first == flag; });
    }
  }

  /// Processes that share the tokens of each sample share one batch.
  int64_t processes_per_sample() {
    int64_t product = 1;
    for (const char* const setting : {"distributed.ulysses", "distributed.ring"})
      if (const auto value = values_.find(setting); value != values_.end())
        product *= std::get<int64_t>(value->second);
    const Flag* const ring = find("cp_degree");
    return std::max<int64_t>(1, ring == nullptr ? product : parse_number<int64_t>(ring->text()).value_or(1));
  }

  void tell_processes(const run::Launcher& launcher) {
    std::optional<int64_t> count = launcher.processes;
    std::string words = launcher.words;
    // finetrainers may use some of its processes to split one batch.
    const Flag *replicas = find("dp_degree"), *shards = find("dp_shards");
    if (replicas != nullptr || shards != nullptr) {
      const auto number = [](const Flag* flag) {
        return flag == nullptr ? std::optional<int64_t>(1) : parse_number<int64_t>(flag->text());
      };
      const auto each = number(replicas), parts = number(shards);
      count = each && parts ? std::optional(std::max<int64_t>(1, *each) * std::max<int64_t>(1, *parts))
                            : std::nullopt;
      for (const Flag* flag : {replicas, shards})
        if (flag != nullptr) words += " --" + flag->name + " " + flag->text();
    } else if (count)
      count = std::max<int64_t>(1, *count / processes_per_sample());
    if (count == 1) return;
    if (!count) {
      unmapped_.emplace_back(unknown_devices, std::initializer_list<Argument>{{"words", words}});
      return;
    }
    const Flag* const accumulation = find("gradient_accumulation_steps");
    const int64_t steps =
        accumulation == nullptr ? 1 : parse_number<int64_t>(accumulation->text()).value_or(1);
    unmapped_.emplace_back(
        several_devices,
        std::initializer_list<Argument>{{"words", words}, {"count", *count}, {"steps", steps * *count}});
  }

  void add_note(const ShellNote& note) {
    std::string what;
    switch (note.kind) {
      case ShellNote::Kind::several_values:
        what = "the loop over " + note.what + " tries several values, the first was taken";
        break;
      case ShellNote::Kind::not_evaluated:
        what = note.what + " was not run and stays as it is";
        break;
      case ShellNote::Kind::unset_variable:
        what = note.what + " is not set in the script and counts as empty";
        break;
      case ShellNote::Kind::too_long:
        what = note.what + "… grew too long and was cut off";
        break;
    }
    unmapped_.emplace_back(
        script_note, std::initializer_list<Argument>{{"file", file_}, {"line", note.line}, {"what", what}});
  }

  Flag* find(std::string_view name) {
    const auto found =
        std::find_if(flags_.rbegin(), flags_.rend(), [&](const Flag& f) { return f.name == name; });
    return found == flags_.rend() ? nullptr : &*found;
  }
  void take_out(std::string_view name) {
    std::erase_if(flags_, [&](const Flag& flag) { return flag.name == name; });
  }

  std::string file_name() const { return program_.substr(program_.rfind('/') + 1); }

  /// The family that CogVideoX-Factory's script is for, by its name; null for another script.
  const catalog::Family* family_of_program() const {
    const auto is_meant = [&](const catalog::Family* family) {
      return !family->factory_script.empty() && file_name().find(family->factory_script) != std::string::npos;
    };
    const auto family = std::ranges::find_if(catalog::families(), is_meant);
    return family == catalog::families().end() ? nullptr : *family;
  }

  void set_by_program() {
    const catalog::Family* const family = family_of_program();
    if (family == nullptr) {
      if (file_name() == "train.py") return;
      trainer_ = {};
      unmapped_.emplace_back(unknown_trainer, std::initializer_list<Argument>{{"program", program_}});
      return;
    }
    trainer_ = catalog::factory;
    values_["model.family"] = std::string(family->id);
    values_["training.training_type"] = program_.find("_sft") != std::string::npos ? "sft" : "lora";
    if (program_.find("image_to_video") != std::string::npos) values_["training.task"] = "image_to_video";
  }

  /// Flags that together form one setting.
  void map_combined() {
    const Flag *frames = find("frame_buckets"), *heights = find("height_buckets"),
               *widths = find("width_buckets");
    constexpr size_t most_each = 20;  // the combinations multiply
    if (frames && heights && widths &&
        std::max({frames->values.size(), heights->values.size(), widths->values.size()}) <= most_each) {
      std::vector<std::string> buckets;
      for (const auto& f : frames->values) {
        for (const auto& h : heights->values) {
          for (const auto& w : widths->values) buckets.push_back(f + "x" + h + "x" + w);
        }
      }
      set(Flag{"frame_buckets", {}}, *run::find_setting("data.video_resolution_buckets"), buckets);
      for (const auto* name : {"frame_buckets", "height_buckets", "width_buckets"}) take_out(name);
    }
    if (find("image_resolution_buckets") != nullptr) {
      Flag* videos = find("video_resolution_buckets");
      if (videos == nullptr) videos = &flags_.emplace_back(Flag{"video_resolution_buckets", {}});
      for (const std::string& size : find("image_resolution_buckets")->values)
        videos->values.push_back("1x" + size);
      take_out("image_resolution_buckets");
    }
    for (const auto* name : {"validation_separator", "validation_prompt_separator"}) {
      if (const Flag* flag = find(name); flag && !flag->values.empty()) separator_ = flag->values[0];
      take_out(name);
    }
    const auto is_set = [&](std::string_view name) {
      const Flag* flag = find(name);
      const std::string text = flag == nullptr ? "false" : flag->text();
      return text != "false" && text != "False" && text != "0";
    };
    const bool eight_bit = is_set("use_8bit") || is_set("use_8bit_bnb");
    for (const auto* name : {"use_8bit", "use_8bit_bnb"}) take_out(name);
    if (eight_bit && find("optimizer") == nullptr) flags_.push_back({"optimizer", {"adam"}});
    if (Flag* optimizer = find("optimizer"); optimizer && !optimizer->values.empty())
      optimizer->values = {optimizer_name(optimizer->values[0], eight_bit)};
    const bool by_epochs = (find("train_epochs") || find("num_train_epochs")) && !find("train_steps") &&
                           !find("max_train_steps");
    if (by_epochs) values_["training.train_steps"] = int64_t{0};
    has_dataset_config_ = find("dataset_config") != nullptr;
  }

  /// Our name of another trainer's optimizer: "AdamW" with --use_8bit, "adamw-bnb-8bit".
  static std::string optimizer_name(std::string name, bool eight_bit) {
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    for (const std::string_view suffix : {"-8bit", "-bnb"}) {
      if (!name.ends_with(suffix)) continue;
      eight_bit = eight_bit || suffix == "-8bit";
      name.resize(name.size() - suffix.size());
    }
    return eight_bit && (name == "adam" || name == "adamw") ? name + "_8bit" : name;
  }

  const catalog::Setting* setting_of(const std::string& flag) const {
    const catalog::Setting* elsewhere = nullptr;  // the trainers share their early history
    for (const catalog::Setting& setting : run::settings()) {
      for (const catalog::ForeignFlag& each : setting.flags) {
        if (each.flag != flag) continue;
        if (each.trainer == trainer_) return &setting;
        if (elsewhere == nullptr) elsewhere = &setting;
      }
    }
    return elsewhere;
  }

  void map(const Flag& flag) {
    const catalog::Setting* setting = setting_of(flag.name);
    if (setting == nullptr) {
      const auto advice = advice_for_flags().find(flag.name);
      if (advice == advice_for_flags().end()) {
        report(unknown_flag, flag);
      } else {
        unmapped_.emplace_back(other_means,
                               std::initializer_list<Argument>{
                                   {"flag", flag.name}, {"value", flag.text()}, {"advice", advice->second}});
      }
      return;
    }
    const auto value = convert(flag, *setting);
    if (!value) return refuse(flag, *setting);
    set(flag, *setting, *value);
    if (setting->key == "flow.resolution_shifting" && *value == catalog::Value(true))
      unmapped_.emplace_back(works_here, std::initializer_list<Argument>{{"flag", flag.name},
                                                                         {"key", std::string(setting->key)}});
  }

  std::optional<catalog::Value> convert(const Flag& flag, const catalog::Setting& setting) const {
    std::string text = flag.text();
    const catalog::Value like = run::value_of(run::RunSettings{}, setting);
    if (std::holds_alternative<bool>(like)) {
      if (text.empty() || text == "true" || text == "True" || text == "1") return true;
      if (text == "false" || text == "False" || text == "0") return false;
      return std::nullopt;
    }
    if (std::holds_alternative<std::vector<std::string>>(like)) {
      // A file name, not a prompt.
      if (setting.key == "validation.validation_prompts" && text.ends_with(".txt")) return std::nullopt;
      const bool joined = setting.key.starts_with("validation.");
      return joined ? split(text, separator_) : flag.values;
    }
    if (std::holds_alternative<int64_t>(like)) {
      if (const auto number = parse_number<int64_t>(text)) return *number;
      return std::nullopt;
    }
    if (std::holds_alternative<double>(like)) {
      if (const auto number = parse_number<double>(text)) return *number;
      return std::nullopt;
    }
    if (!setting.choices.empty()) {
      std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
      if (text == "no") text = "fp32";
      if (text == "full-finetune" || text == "full_finetune") text = "sft";
    }
    const auto is_word = [](unsigned char c) { return c >= 0x80 || std::isalnum(c) != 0; };
    if (setting.key == "data.id_token" && !std::ranges::any_of(text, is_word)) return std::nullopt;
    if (setting.key == "model.family") {
      if (const catalog::Family* const family = catalog::find_family(text)) text = family->id;
    }
    return text;
  }

  /// Sets a value if the run file's parser would accept it.
  void set(const Flag& flag, const catalog::Setting& setting, catalog::Value value) {
    const std::string line = std::string(setting.key) + " = " + run::to_toml(value);
    if (!run::parse_run_file(line, "flags.toml", run::Extent::part).faults.empty()) {
      refuse(flag, setting);
    } else {
      values_[std::string(setting.key)] = std::move(value);
    }
  }

  void refuse(const Flag& flag, const catalog::Setting& setting) {
    unmapped_.emplace_back(bad_flag, std::initializer_list<Argument>{{"flag", flag.name},
                                                                     {"value", flag.text()},
                                                                     {"key", setting.key},
                                                                     {"type", run::type_name(setting)},
                                                                     {"limits", run::limits_text(setting)}});
  }
  void report(const ErrorCode& code, const Flag& flag) {
    unmapped_.emplace_back(code,
                           std::initializer_list<Argument>{{"flag", flag.name}, {"value", flag.text()}});
  }

  /// Defaults of the other trainer that differ from ours.
  std::map<std::string, catalog::Value> foreign_defaults() const {
    if (trainer_.empty()) return {};
    std::map<std::string, catalog::Value> defaults = {
        {"data.caption_dropout_p", 0.0},           {"training.gradient_checkpointing", false},
        {"validation.enable_slicing", false},      {"validation.enable_tiling", false},
        {"lr_scheduler.lr_scheduler", "constant"}, {"lr_scheduler.lr_warmup_steps", int64_t{500}},
        {"optimizer.optimizer", "adam"},           {"checkpoints.checkpointing_limit", int64_t{0}}};
    if (trainer_ == catalog::factory) defaults["training.batch_size"] = int64_t{4};
    // Newer versions clip each micro-batch, and condition on first frames like our default.
    const bool is_first = trainer_ == catalog::factory || !has_dataset_config_;
    const auto accumulation = values_.find("training.gradient_accumulation_steps");
    if (is_first || accumulation == values_.end() || accumulation->second == catalog::Value(int64_t{1}))
      defaults["optimizer.clipping"] = "update";
    const auto family = values_.find("model.family");
    if (is_first && family != values_.end()) {
      const std::string key = "model." + std::get<std::string>(family->second) + ".first_frame_conditioning";
      if (run::find_setting(key) != nullptr) defaults[key] = 0.0;
    }
    if (values_.contains("training.train_steps")) return defaults;
    // The first finetrainers, which had no --dataset_config, and CogVideoX-Factory train one epoch.
    if (is_first) {
      defaults["training.train_steps"] = int64_t{0};
      defaults["training.train_epochs"] = int64_t{1};
    } else {
      defaults["training.train_steps"] = int64_t{1000};
    }
    return defaults;
  }

  std::string write() const {
    std::map<std::string, catalog::Value> all = foreign_defaults();
    run::RunSettings run;
    for (const auto& [key, value] : all) run::assign(run, *run::find_setting(key), value);
    for (const auto& [key, value] : values_) run::assign(run, *run::find_setting(key), value);
    std::string toml = "# Imported from " + file_ + "\n";
    std::string table;
    for (const catalog::Setting& setting : run::settings()) {
      const std::string key(setting.key);
      const bool given = values_.contains(key);
      if (setting.key != "schema" && !given && (!all.contains(key) || !run::applies(setting, run))) continue;
      const size_t dot = key.rfind('.');
      const std::string its_table = dot == std::string::npos ? "" : key.substr(0, dot);
      if (its_table != table) toml += "\n[" + its_table + "]\n";
      table = its_table;
      toml += key.substr(dot + 1) + " = " + run::to_toml(run::value_of(run, setting));
      if (!given && setting.key != "schema") toml += "  # default of " + std::string(trainer_);
      toml += '\n';
    }
    return toml;
  }

  std::string_view text_;
  std::string file_;
  std::string program_;  // the Python file of the training
  const NamedFile& named_file_;
  const LoopSteps& loop_steps_;
  std::vector<Flag> flags_;
  std::string_view trainer_ = catalog::finetrainers;  // whose defaults apply; empty: unknown
  bool has_dataset_config_ = false;
  std::string separator_ = ":::";
  std::map<std::string, catalog::Value> values_;
  std::vector<Fault> unmapped_;
};

}  // namespace

ImportedFlags import_flags(std::string_view script, std::string_view file_name, const NamedFile& named_file,
                           const LoopSteps& loop_steps) {
  return Importer(script, file_name, named_file, loop_steps).run();
}

}  // namespace fw::interchange
