// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <functional>
#include <string>

#include "distributed/world.h"
#include "families/training_model.h"
#include "memory/checkpointing.h"
#include "nn/block_runner.h"
#include "nn/load.h"
#include "run/run_settings.h"

namespace fw::training {

/// Around the blocks of a run's network.
struct BlockHooks {
  nn::BlockRunner inner;                                 ///< runs the block itself: cancelling
  std::function<void(const std::string& text)> warning;  ///< told of what the user asked for and did not get
};

/// What the blocks of a run's network keep where, as its memory settings want it. Gives the weights their
/// places, so it comes before anything that keeps a weight: before a LoRA is attached and before the
/// optimizer.
/// @param model   loaded with load_options() of the same settings and device
/// @param device  as for load_options(); with the meta device this is what a plan simulates
/// @param world   whose processes share out the blocks' weights, where the settings want it
memory::BlockMemory make_block_memory(const run::RunSettings& settings, families::TrainingModel& model,
                                      torch::Device device, const BlockHooks& hooks,
                                      const distributed::World& world);
/// Runs the blocks so: in training passes, and where autograd does not record (held-out loss, validation)
/// too. @param model  must outlive the runner
nn::BlockRunner make_block_runner(const run::RunSettings& settings, families::TrainingModel& model,
                                  torch::Device device, BlockHooks hooks = {});

}  // namespace fw::training
