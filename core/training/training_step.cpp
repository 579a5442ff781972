// SPDX-License-Identifier: Apache-2.0
#include "training/training_step.h"

#include <torch/torch.h>

#include "adapters/module_match.h"
#include "tensor/placement.h"
#include "training/run_options.h"

namespace fw::training {

TrainedWeights make_trained_weights(const run::RunSettings& settings, nn::Module& transformer,
                                    torch::Device device) {
  if (settings.training_type != run::TrainingType::lora) {
    return TrainedWeights::of_parameters(transformer,
                                         adapters::match_parameters(transformer, settings.trainable_modules),
                                         trained_weights_options(settings));
  }
  auto generator = at::make_generator<at::CPUGeneratorImpl>(static_cast<uint64_t>(settings.seed));
  const auto paths = adapters::match_linears(transformer, settings.target_modules);
  return TrainedWeights::of_lora(
      transformer,
      adapters::make_lora(transformer, paths, settings.rank, settings.lora_alpha, device, generator),
      trained_weights_options(settings));
}

torch::Tensor run_micro_batch(families::TrainingModel& model, const families::TrainingBatch& batch,
                              const families::TrainingDraw& draw, const nn::BlockRunner& runner,
                              OptimizerStep& optimizer_step) {
  const tensor::PhaseScope phase(tensor::Phase::forward);
  const torch::Tensor losses = model.losses(batch, draw, runner);
  optimizer_step.backward(losses.mean());
  return losses.detach();
}

}  // namespace fw::training
