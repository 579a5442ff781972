// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <functional>
#include <string>

#include "families/training_model.h"
#include "nn/block_runner.h"
#include "nn/load.h"
#include "run/run_settings.h"

namespace fw::training {

/// Around the blocks of a run's network.
struct BlockHooks {
  nn::BlockRunner inner;                                 ///< runs the block itself: cancelling
  std::function<void(const std::string& text)> warning;  ///< told of what the user asked for and did not get
};

/// Runs the blocks of a run's network as its memory settings want it: in training passes, and where autograd
/// does not record (held-out loss, validation) too. Gives the weights their places, so it comes before
/// anything that keeps a weight: before a LoRA is attached and before the optimizer.
/// @param model   loaded with load_options() of the same settings and device; must outlive the runner
/// @param device  as for load_options(); with the meta device this is what a plan simulates
nn::BlockRunner make_block_runner(const run::RunSettings& settings, families::TrainingModel& model,
                                  torch::Device device, BlockHooks hooks = {});

}  // namespace fw::training
