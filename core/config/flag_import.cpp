// SPDX-License-Identifier: Apache-2.0
#include "config/flag_import.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "config/run_file.h"
#include "config/shell_script.h"

namespace fw::config {

namespace {

constexpr ErrorCode no_training_command{
    "config.no_training_command",
    FW_TEXT("errors", "{file} starts no training: no command in it runs a Python file with flags."),
    FW_TEXT("errors", "Give the launch script of finetrainers or CogVideoX-Factory.")};
constexpr ErrorCode unknown_flag{
    "config.unknown_flag", FW_TEXT("errors", "--{flag} {value}: no setting has this name."),
    FW_TEXT("errors", "Look for its purpose in the reference page of settings.")};
constexpr ErrorCode bad_flag{"config.bad_flag",
                             FW_TEXT("errors", "--{flag} {value}: not possible for {key}."),
                             FW_TEXT("errors", "It must be a {type} {limits}; the default is used.")};
constexpr ErrorCode other_means{"config.flag_other_means",
                                FW_TEXT("errors", "--{flag} {value}: not part of a run file."),
                                FW_TEXT("errors", "{advice}")};
constexpr ErrorCode script_note{"config.script_note", FW_TEXT("errors", "{file}, line {line}: {what}."), {}};

/// Flags that are no settings on purpose, with what takes their place.
const std::map<std::string_view, std::string_view>& advice_for_flags() {
  constexpr std::string_view dataset = FW_TEXT(
      "errors", "Import the videos with `framewright-cli dataset import` and freeze them with `precompute`.");
  constexpr std::string_view precompute =
      FW_TEXT("errors", "Latents and embeddings are always precomputed by `framewright-cli precompute`.");
  constexpr std::string_view tracking =
      FW_TEXT("errors", "Curves are kept in the project, as TensorBoard files and as CSV.");
  constexpr std::string_view memory = FW_TEXT(
      "errors", "This memory saving does not exist here; see optimizer.optimizer and sft.trained_type.");
  constexpr std::string_view nothing = FW_TEXT("errors", "Nothing needs to be set for it here.");
  constexpr std::string_view devices = FW_TEXT("errors", "The run uses one device: see run.device.");
  constexpr std::string_view other_model =
      FW_TEXT("errors", "It belongs to models that this version does not train.");
  constexpr std::string_view every_steps =
      FW_TEXT("errors", "Validation counts steps: see validation.validation_steps.");
  static const std::map<std::string_view, std::string_view> advice = {
      {"data_root", dataset},
      {"dataset_file", dataset},
      {"dataset_config", dataset},
      {"video_column", dataset},
      {"caption_column", dataset},
      {"instance_data_root", dataset},
      {"max_num_frames", dataset},
      {"fps", dataset},
      {"skip_frames_start", dataset},
      {"skip_frames_end", dataset},
      {"random_flip", dataset},
      {"video_reshape_mode", dataset},
      {"remove_common_llm_caption_prefixes", dataset},
      {"height", dataset},
      {"width", dataset},
      {"dataset_shuffle_buffer_size", nothing},
      {"max_data_samples", dataset},
      {"load_tensors", precompute},
      {"precompute_conditions", precompute},
      {"enable_precomputation", precompute},
      {"precomputation_items", precompute},
      {"precomputation_dir", precompute},
      {"precomputation_once", precompute},
      {"precomputation_reuse", precompute},
      {"vae_dtype", precompute},
      {"text_encoder_dtype", precompute},
      {"report_to", tracking},
      {"tracker_name", tracking},
      {"logging_dir", tracking},
      {"logging_steps", tracking},
      {"push_to_hub", FW_TEXT("errors", "Nothing is uploaded.")},
      {"hub_token", FW_TEXT("errors", "Nothing is uploaded.")},
      {"hub_model_id", FW_TEXT("errors", "Nothing is uploaded.")},
      {"nccl_timeout", devices},
      {"init_timeout", devices},
      {"parallel_backend", devices},
      {"pp_degree", devices},
      {"dp_degree", devices},
      {"dp_shards", devices},
      {"cp_degree", devices},
      {"tp_degree", devices},
      {"use_4bit", FW_TEXT("errors", "The smallest optimizer here has 8 bits: adamw_8bit or adam_8bit.")},
      {"use_torchao", nothing},
      {"layerwise_upcasting_modules", memory},
      {"layerwise_upcasting_storage_dtype", memory},
      {"layerwise_upcasting_skip_modules_pattern", memory},
      {"transformer_dtype", FW_TEXT("errors", "See training.mixed_precision.")},
      {"enable_model_cpu_offload", FW_TEXT("errors", "See validation.offload; model is the default.")},
      {"resume_from_checkpoint", FW_TEXT("errors", "Give --resume latest on the command line.")},
      {"revision",
       FW_TEXT("errors", "The model is a folder on disk: choose its version when you download it.")},
      {"variant",
       FW_TEXT("errors", "The model is a folder on disk: choose its version when you download it.")},
      {"cache_dir",
       FW_TEXT("errors", "The model is a folder on disk: choose its version when you download it.")},
      {"pin_memory", nothing},
      {"verbose", nothing},
      {"compile_modules", nothing},
      {"compile_scopes", nothing},
      {"float32_matmul_precision", FW_TEXT("errors", "See run.allow_tf32.")},
      {"validation_epochs", every_steps},
      {"validation_every_n_epochs", every_steps},
      {"validation_videos", other_model},
      {"validation_frame_rate", nothing},
      {"validation_dataset_file", FW_TEXT("errors", "Put the prompts into validation.validation_prompts.")},
      {"scale_lr", FW_TEXT("errors", "Put the scaled rate into optimizer.lr yourself.")},
      {"beta3", FW_TEXT("errors", "Only Prodigy and CAME have it.")},
      {"prodigy_decouple", FW_TEXT("errors", "Only Prodigy has it.")},
      {"prodigy_use_bias_correction", FW_TEXT("errors", "Only Prodigy has it.")},
      {"prodigy_safeguard_warmup", FW_TEXT("errors", "Only Prodigy has it.")},
      {"flow_resolution_shifting", other_model},
      {"flow_weighting_scheme", other_model},
      {"flow_shift", other_model},
      {"flow_base_seq_len", other_model},
      {"flow_max_seq_len", other_model},
      {"flow_base_shift", other_model},
      {"flow_max_shift", other_model},
      {"flow_logit_mean", other_model},
      {"flow_logit_std", other_model},
      {"flow_mode_scale", other_model},
  };
  return advice;
}

struct Flag {
  std::string name;
  std::vector<std::string> values;
  std::string text() const {
    std::string joined;
    for (const std::string& value : values) joined += (joined.empty() ? "" : " ") + value;
    return joined;
  }
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
  explicit Importer(std::string_view file_name) : file_(file_name) {}

  ImportedFlags run(const ShellScript& script) {
    const ShellCommand* command = nullptr;
    std::string program;
    for (const ShellCommand& candidate : script.commands) {
      if (command == nullptr && take_flags(candidate, program)) command = &candidate;
    }
    if (command == nullptr) throw Error(no_training_command, {{"file", file_}});
    for (const ShellNote& note : script.notes) add_note(note);
    is_factory_ = program.find("cogvideox_") != std::string::npos;
    set_by_program(program);
    map_combined();
    for (const Flag& flag : flags_) map(flag);
    return {write(), std::move(unmapped_)};
  }

 private:
  bool take_flags(const ShellCommand& command, std::string& program) {
    const auto script = std::find_if(command.words.begin(), command.words.end(),
                                     [](const std::string& word) { return word.ends_with(".py"); });
    if (script == command.words.end()) return false;
    for (auto word = script + 1; word != command.words.end(); ++word) {
      if (is_flag(*word)) {
        const size_t equals = word->find('=');
        flags_.push_back({word->substr(2, equals == std::string::npos ? equals : equals - 2), {}});
        if (equals != std::string::npos) flags_.back().values.push_back(word->substr(equals + 1));
      } else if (!flags_.empty()) {
        flags_.back().values.push_back(*word);
      }
    }
    program = *script;
    return !flags_.empty();
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

  /// What CogVideoX-Factory says by the name of its script.
  void set_by_program(const std::string& program) {
    if (!is_factory_) return;
    values_["model.family"] = "cogvideox";
    values_["training.training_type"] = program.find("_sft") != std::string::npos ? "sft" : "lora";
    if (program.find("image_to_video") != std::string::npos) values_["training.task"] = "image_to_video";
  }

  /// Flags of which several make one setting.
  void map_combined() {
    const Flag *frames = find("frame_buckets"), *heights = find("height_buckets"),
               *widths = find("width_buckets");
    constexpr size_t most_each = 20;  // they multiply
    if (frames && heights && widths &&
        std::max({frames->values.size(), heights->values.size(), widths->values.size()}) <= most_each) {
      std::vector<std::string> buckets;
      for (const auto& f : frames->values) {
        for (const auto& h : heights->values) {
          for (const auto& w : widths->values) buckets.push_back(f + "x" + h + "x" + w);
        }
      }
      set(Flag{"frame_buckets", {}}, *find_setting("data.video_resolution_buckets"), buckets);
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
  }

  /// The name here of an optimizer there: "AdamW" with --use_8bit, "adamw-bnb-8bit".
  static std::string optimizer_name(std::string name, bool eight_bit) {
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    for (const std::string_view suffix : {"-8bit", "-bnb"}) {
      if (!name.ends_with(suffix)) continue;
      eight_bit = eight_bit || suffix == "-8bit";
      name.resize(name.size() - suffix.size());
    }
    return eight_bit && (name == "adam" || name == "adamw") ? name + "_8bit" : name;
  }

  const Setting* setting_of(const std::string& flag) const {
    const auto has = [&](const std::vector<std::string_view>& names) {
      return std::find(names.begin(), names.end(), flag) != names.end();
    };
    for (const Setting& setting : settings()) {
      if (has(is_factory_ ? setting.cogvideox_factory : setting.finetrainers)) return &setting;
    }
    for (const Setting& setting : settings()) {  // both trainers share their early history
      if (has(is_factory_ ? setting.finetrainers : setting.cogvideox_factory)) return &setting;
    }
    return nullptr;
  }

  void map(const Flag& flag) {
    const Setting* setting = setting_of(flag.name);
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
    if (value) {
      set(flag, *setting, *value);
    } else {
      refuse(flag, *setting);
    }
  }

  std::optional<Value> convert(const Flag& flag, const Setting& setting) const {
    std::string text = flag.text();
    const Value like = value_of(RunSettings{}, setting);
    if (std::holds_alternative<bool>(like)) {
      if (text.empty() || text == "true" || text == "True" || text == "1") return true;
      if (text == "false" || text == "False" || text == "0") return false;
      return std::nullopt;
    }
    if (std::holds_alternative<std::vector<std::string>>(like)) {
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
    return text;
  }

  /// Takes a value that the run file's parser would accept.
  void set(const Flag& flag, const Setting& setting, Value value) {
    const std::string line = std::string(setting.key) + " = " + to_toml(value);
    if (!parse_run_file(line, "flags.toml", Extent::part).faults.empty()) {
      refuse(flag, setting);
    } else {
      values_[std::string(setting.key)] = std::move(value);
    }
  }

  void refuse(const Flag& flag, const Setting& setting) {
    unmapped_.emplace_back(bad_flag, std::initializer_list<Argument>{{"flag", flag.name},
                                                                     {"value", flag.text()},
                                                                     {"key", setting.key},
                                                                     {"type", type_name(setting)},
                                                                     {"limits", limits_text(setting)}});
  }
  void report(const ErrorCode& code, const Flag& flag) {
    unmapped_.emplace_back(code,
                           std::initializer_list<Argument>{{"flag", flag.name}, {"value", flag.text()}});
  }

  /// Defaults of the other trainer that differ from those here.
  std::map<std::string, Value> foreign_defaults() const {
    std::map<std::string, Value> defaults = {
        {"data.caption_dropout_p", 0.0},           {"training.gradient_checkpointing", false},
        {"validation.enable_slicing", false},      {"validation.enable_tiling", false},
        {"lr_scheduler.lr_scheduler", "constant"}, {"lr_scheduler.lr_warmup_steps", int64_t{500}},
        {"optimizer.optimizer", "adam"},           {"checkpoints.checkpointing_limit", int64_t{0}}};
    if (is_factory_) defaults["training.batch_size"] = int64_t{4};
    return defaults;
  }

  std::string write() const {
    std::map<std::string, Value> all = foreign_defaults();
    RunSettings run;
    for (const auto& [key, value] : all) assign(run, *find_setting(key), value);
    for (const auto& [key, value] : values_) assign(run, *find_setting(key), value);
    std::string toml = "# Imported from " + file_ + "\n";
    std::string table;
    for (const Setting& setting : settings()) {
      const std::string key(setting.key);
      const bool given = values_.contains(key);
      if (setting.key != "schema" && !given && (!all.contains(key) || !applies(setting, run))) continue;
      const size_t dot = key.rfind('.');
      const std::string its_table = dot == std::string::npos ? "" : key.substr(0, dot);
      if (its_table != table) toml += "\n[" + its_table + "]\n";
      table = its_table;
      toml += key.substr(dot + 1) + " = " + to_toml(value_of(run, setting));
      if (!given && setting.key != "schema")
        toml += std::string("  # default of ") + (is_factory_ ? "CogVideoX-Factory" : "finetrainers");
      toml += '\n';
    }
    return toml;
  }

  std::string file_;
  std::vector<Flag> flags_;
  bool is_factory_ = false;
  std::string separator_ = ":::";
  std::map<std::string, Value> values_;
  std::vector<Fault> unmapped_;
};

}  // namespace

ImportedFlags import_flags(std::string_view script, std::string_view file_name) {
  return Importer(file_name).run(read_shell_script(script));
}

}  // namespace fw::config
