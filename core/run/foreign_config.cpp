// SPDX-License-Identifier: Apache-2.0
#include "run/foreign_config.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace fw::run {

namespace {

constexpr ErrorCode foreign{
    "run.foreign_config",
    FW_TEXT("errors", "{file} is a configuration file of {trainer}, which Framewright does not read."),
    FW_TEXT("errors",
            "Import the folder of videos with `dataset import`, and start from a preset: the guide's page "
            "\"Coming from another trainer\" lists what the settings are called here."),
    Blame::input};

constexpr ErrorCode foreign_run{
    "run.foreign_run", FW_TEXT("errors", "{file} is a configuration file of {trainer}, not a run file."),
    FW_TEXT("errors", "Convert it with: framewright-cli train --from-flags {file} RUN.toml."), Blame::input};
constexpr ErrorCode foreign_dataset{
    "run.foreign_dataset", FW_TEXT("errors", "{file} is a dataset file of {trainer}, not a run file."),
    FW_TEXT("errors", "Import its clips with: framewright-cli dataset import PROJECT {file}."), Blame::input};

struct Trainer {
  std::string_view name;
  std::vector<std::string_view> keys;  ///< the file must contain all of them
  ForeignKind kind = ForeignKind::unread;
};

/// The first match counts.
const std::vector<Trainer>& trainers() {
  static const std::vector<Trainer> known{
      {"diffusion-pipe", {"micro_batch_size_per_gpu"}, ForeignKind::run},
      {"diffusion-pipe", {"pipeline_stages"}, ForeignKind::run},
      {"diffusion-pipe", {"directory", "num_repeats"}, ForeignKind::dataset},
      {"diffusion-pipe", {"directory", "frame_buckets"}, ForeignKind::dataset},
      {"diffusion-pipe", {"directory", "resolutions"}, ForeignKind::dataset},
      {"musubi-tuner", {"datasets", "video_directory"}, ForeignKind::dataset},
      {"musubi-tuner", {"datasets", "video_jsonl_file"}, ForeignKind::dataset},
      {"musubi-tuner", {"datasets", "image_directory"}, ForeignKind::dataset},
      {"musubi-tuner", {"datasets", "image_jsonl_file"}, ForeignKind::dataset},
      {"musubi-tuner", {"network_module", "dit"}, ForeignKind::run},
      {"sd-scripts", {"datasets", "image_dir"}},
      {"sd-scripts", {"network_module"}},
      {"SimpleTuner", {"data_backend_config"}, ForeignKind::run},
      {"SimpleTuner", {"dataset_type", "instance_data_dir"}, ForeignKind::dataset},
      {"SimpleTuner", {"dataset_type", "cache_dir_vae"}, ForeignKind::dataset},
      {"SimpleTuner", {"model_family", "model_type"}, ForeignKind::run},
      {"OneTrainer", {"training_method", "base_model_name"}, ForeignKind::run},
      {"OneTrainer", {"training_method", "model_type"}, ForeignKind::run},
      {"OneTrainer", {"concept_file_name"}, ForeignKind::run},
      {"OneTrainer", {"prompt_source"}, ForeignKind::dataset},
      {"ai-toolkit", {"process", "job"}, ForeignKind::run},
      {"ai-toolkit", {"process", "training_folder"}, ForeignKind::run},
      {"LTX-Video-Trainer", {"preprocessed_data_root"}},
      {"diffusion-pipe", {"directory", "size_buckets"}, ForeignKind::dataset},
      {"SimpleTuner", {"instance_data_dir"}, ForeignKind::dataset},
      {"finetrainers", {"datasets", "data_root"}, ForeignKind::dataset},
      {"DeepSpeed", {"zero_optimization"}},
      {"accelerate", {"compute_environment"}},
  };
  return known;
}

bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// True if the word is used as a key: `word = …`, `"word": …`, `"--word": …` or a table, `[[word]]`.
bool is_key_at(std::string_view text, size_t at, size_t length) {
  if (at > 0 && is_name(text[at - 1])) return false;
  std::string_view rest = text.substr(at + length);
  if (at > 0 && text[at - 1] == '[') return rest.starts_with(']');
  if (rest.starts_with('"') || rest.starts_with('\'')) rest.remove_prefix(1);
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  return rest.starts_with('=') || rest.starts_with(':');
}

bool has_key(std::string_view text, std::string_view key) {
  for (size_t at = text.find(key); at != text.npos; at = text.find(key, at + 1))
    if (is_key_at(text, at, key.size())) return true;
  return false;
}

}  // namespace

std::optional<ForeignFile> recognise_foreign(std::string_view text) {
  for (const Trainer& trainer : trainers())
    if (std::ranges::all_of(trainer.keys, [&](std::string_view key) { return has_key(text, key); }))
      return ForeignFile{trainer.name, trainer.kind};
  return std::nullopt;
}

std::optional<Fault> foreign_config(std::string_view text, const std::string& file) {
  const auto found = recognise_foreign(text);
  if (!found) return std::nullopt;
  const ErrorCode& code = found->kind == ForeignKind::run       ? foreign_run
                          : found->kind == ForeignKind::dataset ? foreign_dataset
                                                                : foreign;
  return Fault(code, {{"file", file}, {"trainer", found->trainer}});
}

}  // namespace fw::run
