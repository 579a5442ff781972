// SPDX-License-Identifier: Apache-2.0
#include "training/block_runners.h"

#include "memory/checkpointing.h"
#include "tensor/dtype.h"

namespace fw::training {

families::TrainingModelOptions model_options(const config::RunSettings& settings, torch::Device device) {
  families::TrainingModelOptions options;
  options.family = settings.family;
  options.folder = settings.model_folder;
  options.image_to_video = settings.task == "image_to_video";
  options.dtype = tensor::parse_dtype(settings.mixed_precision);
  options.device = device;
  return options;
}

nn::BlockRunner make_block_runner(const config::RunSettings& settings, families::TrainingModel&,
                                  torch::Device, BlockHooks hooks) {
  if (!settings.gradient_checkpointing) return std::move(hooks.inner);
  return memory::checkpointed(settings.gradient_checkpointing_interval, std::move(hooks.inner));
}

}  // namespace fw::training
