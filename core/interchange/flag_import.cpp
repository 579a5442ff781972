// SPDX-License-Identifier: Apache-2.0
#include "interchange/flag_import.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/join.h"
#include "interchange/config_import.h"
#include "interchange/flag_advice.h"
#include "interchange/flag_errors.h"
#include "interchange/foreign_script.h"
#include "interchange/launch_config.h"
#include "interchange/optimizer_names.h"
#include "interchange/shell_script.h"
#include "interchange/validation_file.h"
#include "run/foreign_config.h"
#include "run/launcher.h"
#include "run/run_file.h"

namespace fw::interchange {

namespace {

bool is_flag(const std::string& word) {
  // "-0.5" is a value.
  return word.size() > 2 && word.starts_with("--") && std::isalpha(static_cast<unsigned char>(word[2]));
}

class Importer {
 public:
  Importer(std::string_view text, std::string_view file_name, const NamedFile& named_file,
           const LoopSteps& loop_steps)
      : text_(text),
        file_(file_name),
        named_file_(named_file),
        loop_steps_(loop_steps),
        mapping_(file_, RunMapping::Style::flags, named_file) {}

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
    const ScriptTrainer other = trainer_of_script([&](std::string_view flag) { return mapping_.has(flag); });
    if (!other.name.empty() && other.table == nullptr)
      throw Error(trainer_unread, {{"file", file_}, {"trainer", other.name}});
    for (const ShellNote& note : script.notes) add_note(note);
    for (const Fault& stray : strays) mapping_.report(stray);
    if (other.table == nullptr) set_by_program();
    take_launcher(*command, script);
    tell_environment(script);
    return other.table == nullptr ? map_shared() : map_by(other.table());
  }

 private:
  /// Takes the flags of a training command; skips a captioner that the script runs first.
  bool take_training(const ShellCommand& command) {
    const auto script = std::find_if(command.words.begin(), command.words.end(),
                                     [](const std::string& word) { return word.ends_with(".py"); });
    if (script == command.words.end()) return false;
    flags().clear();
    for (auto word = script + 1; word != command.words.end(); ++word) {
      if (is_flag(*word)) {
        const size_t equals = word->find('=');
        flags().push_back({word->substr(2, equals == std::string::npos ? equals : equals - 2), {}});
        if (equals != std::string::npos) flags().back().values.push_back(word->substr(equals + 1));
      } else if (!flags().empty()) {
        flags().back().values.push_back(*word);
      }
    }
    program_ = *script;
    const bool trains_by_name = file_name().find("train") != std::string::npos;
    return !flags().empty() && (trains_by_name || find("lr") != nullptr || find("learning_rate") != nullptr ||
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
      mapping_.report(Fault(environment_lost, {{"file", file_}, {"variables", join(variables, ", ")}}));
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
      flags().push_back({"mixed_precision", {launcher.mixed_precision}});
    take_config(command, launcher);
    if (trainer_ == catalog::factory && find("mixed_precision") == nullptr) {
      mapping_.report(Fault(not_said, {{"flag", "mixed_precision"},
                                       {"key", "training.mixed_precision"},
                                       {"value", run::RunSettings{}.mixed_precision}}));
    }
    for (const auto& [flag, value] : launcher.others)
      mapping_.report(Fault(launcher_flag, {{"flag", flag}, {"value", value}}));
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
        if (!name.empty()) mapping_.report(Fault(config_missing, {{"file", name}}));
        take_out(flag.substr(2));
        continue;
      }
      const LaunchConfig config = read_launch_config(*content);
      if (!config.problem.empty())
        mapping_.report(Fault(unread_config, {{"file", name}, {"reason", config.problem}}));
      if (!launcher.processes) launcher.processes = config.processes;
      for (const auto& [key, value] : config.flags)
        if (find(key) == nullptr) flags().push_back({key, {value}});
      for (const auto& [key, value] : config.settings) mapping_.put(key, value);
      for (const auto& [key, value] : config.others)
        mapping_.report(Fault(config_key, {{"file", name}, {"key", key}, {"value", value}}));
      take_out(flag.substr(2));
      std::erase_if(launcher.others, [&](const auto& other) { return "--" + other.first == flag; });
    }
  }

  /// Processes that share the tokens of each sample share one batch.
  int64_t processes_per_sample() {
    int64_t product = 1;
    for (const char* const setting : {"distributed.ulysses", "distributed.ring"})
      if (const catalog::Value* const value = mapping_.value_of(setting))
        product *= std::get<int64_t>(*value);
    const ForeignKey* const ring = find("cp_degree");
    return std::max<int64_t>(1, ring == nullptr ? product : parse_number<int64_t>(ring->text()).value_or(1));
  }

  void tell_processes(const run::Launcher& launcher) {
    std::optional<int64_t> count = launcher.processes;
    std::string words = launcher.words;
    // finetrainers may use some of its processes to split one batch.
    const ForeignKey *replicas = find("dp_degree"), *shards = find("dp_shards");
    if (replicas != nullptr || shards != nullptr) {
      const auto number = [](const ForeignKey* flag) {
        return flag == nullptr ? std::optional<int64_t>(1) : parse_number<int64_t>(flag->text());
      };
      const auto each = number(replicas), parts = number(shards);
      count = each && parts ? std::optional(std::max<int64_t>(1, *each) * std::max<int64_t>(1, *parts))
                            : std::nullopt;
      for (const ForeignKey* flag : {replicas, shards})
        if (flag != nullptr) words += " --" + flag->name + " " + flag->text();
    } else if (count)
      count = std::max<int64_t>(1, *count / processes_per_sample());
    if (count == 1) return;
    if (!count) {
      mapping_.report(Fault(unknown_devices, {{"words", words}}));
      return;
    }
    const ForeignKey* const accumulation = find("gradient_accumulation_steps");
    const int64_t steps =
        accumulation == nullptr ? 1 : parse_number<int64_t>(accumulation->text()).value_or(1);
    mapping_.report(Fault(several_devices, {{"words", words}, {"count", *count}, {"steps", steps * *count}}));
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
    mapping_.report(Fault(script_note, {{"file", file_}, {"line", note.line}, {"what", what}}));
  }

  std::vector<ForeignKey>& flags() { return mapping_.keys(); }
  ForeignKey* find(std::string_view name) { return mapping_.find(name); }
  void take_out(std::string_view name) { mapping_.take_out(name); }

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
      mapping_.report(Fault(unknown_trainer, {{"program", program_}}));
      return;
    }
    trainer_ = catalog::factory;
    mapping_.put("model.family", std::string(family->id));
    mapping_.put("training.training_type", program_.find("_sft") != std::string::npos ? "sft" : "lora");
    if (program_.find("image_to_video") != std::string::npos) mapping_.put("training.task", "image_to_video");
  }

  /// Flags that together form one setting.
  void map_combined() {
    const ForeignKey *frames = find("frame_buckets"), *heights = find("height_buckets"),
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
      mapping_.set(ForeignKey{"frame_buckets"}, "data.video_resolution_buckets", buckets);
      for (const auto* name : {"frame_buckets", "height_buckets", "width_buckets"}) take_out(name);
    }
    if (find("image_resolution_buckets") != nullptr) {
      ForeignKey* videos = find("video_resolution_buckets");
      if (videos == nullptr) videos = &flags().emplace_back(ForeignKey{"video_resolution_buckets", {}});
      for (const std::string& size : find("image_resolution_buckets")->values)
        videos->values.push_back("1x" + size);
      take_out("image_resolution_buckets");
    }
    for (const auto* name : {"validation_separator", "validation_prompt_separator"}) {
      if (const ForeignKey* flag = find(name); flag && !flag->values.empty())
        mapping_.set_separator(flag->values[0]);
      take_out(name);
    }
    const bool eight_bit = mapping_.is_on("use_8bit") || mapping_.is_on("use_8bit_bnb");
    for (const auto* name : {"use_8bit", "use_8bit_bnb"}) take_out(name);
    if (ForeignKey* optimizer = find("optimizer");
        optimizer && optimizer->text() == "adamw" && mapping_.is_on("use_4bit")) {
      optimizer->values = {"adamw_4bit"};
      take_out("use_4bit");
    }
    if (eight_bit && find("optimizer") == nullptr) flags().push_back({"optimizer", {"adam"}});
    if (ForeignKey* optimizer = find("optimizer"); optimizer && !optimizer->values.empty())
      optimizer->values = {optimizer_name(optimizer->values[0], eight_bit)};
    // CogVideoX-Factory has a beta3 for CAME and one for Prodigy.
    if (find("beta3") != nullptr && find("prodigy_beta3") != nullptr)
      take_out(find("optimizer") != nullptr && find("optimizer")->text() == "came" ? "prodigy_beta3"
                                                                                   : "beta3");
    const bool by_epochs = (find("train_epochs") || find("num_train_epochs")) && !find("train_steps") &&
                           !find("max_train_steps");
    if (by_epochs) mapping_.put("training.train_steps", int64_t{0});
    has_dataset_config_ = find("dataset_config") != nullptr;
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

  void map(const ForeignKey& flag) {
    const catalog::Setting* setting = setting_of(flag.name);
    if (setting == nullptr) {
      const auto advice = advice_for_flags().find(flag.name);
      if (advice == advice_for_flags().end())
        mapping_.report_unknown(flag);
      else
        mapping_.report_advice(flag, advice->second);
      return;
    }
    mapping_.set_text(flag, setting->key);
    const catalog::Value* const value = mapping_.value_of(setting->key);
    if (setting->key == "flow.resolution_shifting" && value != nullptr && *value == catalog::Value(true))
      mapping_.report(Fault(works_here, {{"flag", flag.name}, {"key", std::string(setting->key)}}));
  }

  ImportedFlags map_shared() {
    take_validation_file(mapping_);
    take_dataset_config(mapping_);
    map_combined();
    for (const ForeignKey& flag : flags()) map(flag);
    return mapping_.finish(foreign_defaults(), trainer_);
  }

  /// By the table of a trainer that has its own defaults.
  ImportedFlags map_by(const ForeignTrainer& trainer) {
    set_family();
    trainer.combine(mapping_);
    mapping_.map_by(trainer);
    if (!mapping_.is_set("model.folder")) mapping_.report(Fault(no_model_folder, {{"file", file_}}));
    std::map<std::string, catalog::Value> defaults = trainer.defaults;
    if (!defaults.contains("training.training_type")) defaults["training.training_type"] = "lora";
    return mapping_.finish(defaults, trainer.name);
  }

  /// By the names that the trainers give their programs and folders, or the model's folder has.
  void set_family() {
    if (mapping_.has("model_name")) return;  // the table maps it
    const std::string folder = program_.substr(0, program_.size() - file_name().size());
    const std::string model = mapping_.text_of("pretrained_model_name_or_path").value_or("");
    for (const std::string& name : {file_name(), last_part(folder), last_part(model)})
      if (const catalog::Family* const family = family_named(name)) {
        mapping_.put("model.family", std::string(family->id));
        break;
      }
    const bool is_network =
        program_.find("network") != program_.npos || program_.find("lora") != program_.npos;
    if (!mapping_.has("training_type")) mapping_.put("training.training_type", is_network ? "lora" : "sft");
    if (!mapping_.is_set("model.family")) mapping_.report(Fault(no_family, {{"file", file_}}));
  }

  static std::string last_part(std::string path) {
    while (path.ends_with('/')) path.pop_back();
    return path.substr(path.rfind('/') + 1);
  }

  /// Defaults of the other trainer that differ from ours.
  std::map<std::string, catalog::Value> foreign_defaults() const {
    if (trainer_.empty()) return {};
    std::map<std::string, catalog::Value> defaults = {
        {"data.caption_dropout_p", 0.0},           {"training.gradient_checkpointing", false},
        {"validation.enable_slicing", false},      {"validation.enable_tiling", false},
        {"lr_scheduler.lr_scheduler", "constant"}, {"lr_scheduler.lr_warmup_steps", int64_t{500}},
        {"optimizer.optimizer", "adam"},           {"checkpoints.checkpointing_limit", int64_t{0}}};
    if (trainer_ == catalog::factory) {
      defaults["training.batch_size"] = int64_t{4};
      defaults["optimizer.decouple"] = false;
    }
    // Newer versions clip each micro-batch, and condition on first frames like our default.
    const bool is_first = trainer_ == catalog::factory || !has_dataset_config_;
    const catalog::Value* const accumulation = mapping_.value_of("training.gradient_accumulation_steps");
    if (is_first || accumulation == nullptr || *accumulation == catalog::Value(int64_t{1}))
      defaults["optimizer.clipping"] = "update";
    const std::string conditioning = mapping_.own_setting("first_frame_conditioning");
    if (is_first && !conditioning.empty()) defaults[conditioning] = 0.0;
    if (mapping_.is_set("training.train_steps")) return defaults;
    // The first finetrainers, which had no --dataset_config, and CogVideoX-Factory train one epoch.
    if (is_first) {
      defaults["training.train_steps"] = int64_t{0};
      defaults["training.train_epochs"] = int64_t{1};
    } else {
      defaults["training.train_steps"] = int64_t{1000};
    }
    return defaults;
  }

  std::string_view text_;
  std::string file_;
  std::string program_;  // the Python file of the training
  const NamedFile& named_file_;
  const LoopSteps& loop_steps_;
  RunMapping mapping_;
  std::string_view trainer_ = catalog::finetrainers;  // whose defaults apply; empty: unknown
  bool has_dataset_config_ = false;
};

}  // namespace

ImportedFlags import_flags(std::string_view script, std::string_view file_name, const NamedFile& named_file,
                           const LoopSteps& loop_steps) {
  if (is_config_name(file_name)) return import_config(script, file_name, named_file);
  return Importer(script, file_name, named_file, loop_steps).run();
}

}  // namespace fw::interchange
