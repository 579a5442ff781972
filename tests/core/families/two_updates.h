// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtTest>

#include "adapters/module_match.h"
#include "families/registry.h"
#include "run/run_settings.h"
#include "training/block_runners.h"
#include "training/optimizer_step.h"
#include "training/run_options.h"

/// Saving memory changes no number of a family's training.
namespace fw::families {

inline bool same(const torch::Tensor& a, const torch::Tensor& b) {
  return a.sizes() == b.sizes() && torch::equal(a, b);
}

inline torch::Generator seeded(uint64_t seed) {
  return at::make_generator<at::CPUGeneratorImpl>(seed);
}

/// Losses and weights of two updates.
/// @param batch_of  makes a batch for the model. @param settings  with family and folder
template <typename BatchOf>
std::vector<torch::Tensor> two_updates(run::RunSettings settings, const BatchOf& batch_of) {
  torch::manual_seed(3);
  settings.mixed_precision = "fp32";
  const auto model = load_training_model(settings, training::load_options(settings, torch::kCPU));
  const auto runner = training::make_block_runner(settings, *model, torch::kCPU);
  auto generator = seeded(5);
  VideoTransformer& network = model->transformer();
  auto weights =
      settings.training_type == run::TrainingType::lora
          ? training::TrainedWeights::of_lora(
                network,
                adapters::make_lora(network, adapters::match_linears(network, settings.target_modules), 2, 2,
                                    torch::kCPU, generator))
          : training::TrainedWeights::of_parameters(network, adapters::match_parameters(network, {}));
  training::OptimizerStepConfig update;
  update.schedule.base = 0.01;
  training::OptimizerStep optimizer_step(weights, update);
  const TrainingBatch batch = batch_of(*model, 2);
  std::vector<torch::Tensor> numbers;
  for (int64_t step = 0; step < 2; ++step) {
    const torch::Tensor losses = model->losses(batch, model->draw(batch, generator), runner);
    numbers.push_back(losses.detach());
    optimizer_step.backward(losses.mean());
    optimizer_step.update(step, true);
  }
  for (const auto& parameter : weights.parameters()) numbers.push_back(parameter.tensor.detach().clone());
  return numbers;
}

/// Plain, then checkpointed with each of these numbers of streamed blocks, with and without offloaded
/// activations.
template <typename BatchOf>
void compare_memory_modes(run::RunSettings settings, const std::vector<int64_t>& streamed_blocks,
                          const BatchOf& batch_of) {
  settings.gradient_checkpointing = false;
  const auto plain = two_updates(settings, batch_of);
  QVERIFY(!same(plain[0], plain[1]));
  settings.gradient_checkpointing = true;
  for (const int64_t streamed : streamed_blocks) {
    for (const bool offload : {false, true}) {
      settings.streamed_blocks = streamed;
      settings.activation_offload = offload;
      const auto saving = two_updates(settings, batch_of);
      QVERIFY2(std::ranges::equal(saving, plain, same), std::to_string(streamed).c_str());
    }
  }
}

}  // namespace fw::families
