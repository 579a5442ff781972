// SPDX-License-Identifier: Apache-2.0
#include "interchange/foreign_script.h"

#include <algorithm>
#include <vector>

namespace fw::interchange {

namespace {

struct Trainer {
  std::string_view name;
  std::vector<std::string_view> flags;  ///< all of them must be given
};

/// The first match counts.
const std::vector<Trainer>& trainers() {
  static const std::vector<Trainer> known{
      {"CogVideo's own trainer", {"train_resolution"}},
      {"CogVideo's own trainer", {"model_path", "training_type"}},
      {"VideoX-Fun", {"train_data_meta"}},
      {"VideoX-Fun", {"video_sample_n_frames"}},
      {"musubi-tuner", {"dit"}},
      {"sd-scripts", {"network_module"}},
      {"diffusion-pipe", {"deepspeed", "config"}},
      {"SimpleTuner", {"data_backend_config"}},
      {"DiffSynth-Studio", {"dataset_base_path"}},
      {"DiffSynth-Studio", {"lora_base_model"}},
      {"FastVideo", {"data_json_path"}},
      {"FastVideo", {"dit_model_name_or_path"}},
      {"Open-Sora-Plan", {"ae_path"}},
  };
  return known;
}

}  // namespace

std::optional<std::string_view> trainer_not_read(const std::function<bool(std::string_view flag)>& has) {
  for (const Trainer& trainer : trainers())
    if (std::ranges::all_of(trainer.flags, has)) return trainer.name;
  return std::nullopt;
}

}  // namespace fw::interchange
