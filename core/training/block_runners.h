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

/// Callbacks around the blocks of a run's network.
struct BlockHooks {
  nn::BlockRunner inner;                                 ///< runs the block itself; used for cancelling
  std::function<void(const std::string& text)> warning;  ///< receives settings that could not be applied
};

/// Creates the memory management of the blocks that the run's settings ask for. It moves weights, so call it
/// before anything that holds a weight: before attaching a LoRA and before creating the optimizer.
/// @param model   loaded with load_options() of the same settings and device
/// @param device  as for load_options(); a plan simulates a run on the meta device
/// @param world   processes that share the weights of the blocks if the settings ask for it
memory::BlockMemory make_block_memory(const run::RunSettings& settings, families::TrainingModel& model,
                                      torch::Device device, const BlockHooks& hooks,
                                      const distributed::World& world);
/// Creates the runner for the blocks, used in training passes and in passes without autograd (held-out loss,
/// validation).
/// @param model  must outlive the runner
nn::BlockRunner make_block_runner(const run::RunSettings& settings, families::TrainingModel& model,
                                  torch::Device device, BlockHooks hooks = {});

}  // namespace fw::training
