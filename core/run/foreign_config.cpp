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

struct Trainer {
  std::string_view name;
  std::vector<std::string_view> keys;  ///< the file must contain all of them
};

/// The first match counts.
const std::vector<Trainer>& trainers() {
  static const std::vector<Trainer> known{
      {"diffusion-pipe", {"micro_batch_size_per_gpu"}},
      {"diffusion-pipe", {"pipeline_stages"}},
      {"diffusion-pipe", {"directory", "num_repeats"}},
      {"diffusion-pipe", {"directory", "frame_buckets"}},
      {"diffusion-pipe", {"directory", "resolutions"}},
      {"musubi-tuner", {"datasets", "video_directory"}},
      {"musubi-tuner", {"datasets", "video_jsonl_file"}},
      {"musubi-tuner", {"datasets", "image_directory"}},
      {"musubi-tuner", {"datasets", "image_jsonl_file"}},
      {"musubi-tuner", {"network_module", "dit"}},
      {"sd-scripts", {"datasets", "image_dir"}},
      {"sd-scripts", {"network_module"}},
      {"SimpleTuner", {"data_backend_config"}},
      {"SimpleTuner", {"dataset_type", "instance_data_dir"}},
      {"SimpleTuner", {"dataset_type", "cache_dir_vae"}},
      {"SimpleTuner", {"model_family", "model_type"}},
      {"OneTrainer", {"training_method", "base_model_name"}},
      {"OneTrainer", {"training_method", "model_type"}},
      {"OneTrainer", {"concept_file_name"}},
      {"OneTrainer", {"prompt_source"}},
      {"ai-toolkit", {"process", "job"}},
      {"ai-toolkit", {"process", "training_folder"}},
      {"LTX-Video-Trainer", {"preprocessed_data_root"}},
      {"finetrainers", {"datasets", "data_root"}},
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

std::optional<Fault> foreign_config(std::string_view text, const std::string& file) {
  for (const Trainer& trainer : trainers())
    if (std::ranges::all_of(trainer.keys, [&](std::string_view key) { return has_key(text, key); }))
      return Fault(foreign, {{"file", file}, {"trainer", trainer.name}});
  return std::nullopt;
}

}  // namespace fw::run
