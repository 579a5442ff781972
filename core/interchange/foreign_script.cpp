// SPDX-License-Identifier: Apache-2.0
#include "interchange/foreign_script.h"

#include <algorithm>
#include <vector>

namespace fw::interchange {

namespace {

struct Trainer {
  std::string_view name;
  std::vector<std::string_view> flags;  ///< all of them must be given
  const ForeignTrainer& (*table)() = nullptr;
};

/// The first match counts.
const std::vector<Trainer>& trainers() {
  static const std::vector<Trainer> known{
      {"CogVideo's own trainer", {"train_resolution"}, finetune_trainer},
      {"CogVideo's own trainer", {"model_path", "training_type"}, finetune_trainer},
      {"VideoX-Fun", {"train_data_meta"}, videox_fun},
      {"VideoX-Fun", {"video_sample_n_frames"}, videox_fun},
      {"musubi-tuner", {"dit"}, musubi_tuner},
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

ScriptTrainer trainer_of_script(const std::function<bool(std::string_view flag)>& has) {
  for (const Trainer& trainer : trainers())
    if (std::ranges::all_of(trainer.flags, has)) return {trainer.name, trainer.table};
  return {};
}

}  // namespace fw::interchange
