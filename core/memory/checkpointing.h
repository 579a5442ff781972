// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <memory>

#include "memory/activation_store.h"
#include "memory/block_streamer.h"
#include "nn/block_runner.h"

namespace fw::memory {

/// Selects what a network's blocks keep for the backward pass, and where. Results are equal for all settings;
/// on the CPU bit for bit.
struct BlockMemory {
  int64_t checkpoint_interval = 0;  ///< 0: only streamed blocks, 1: every block, n: blocks 0, n, 2n, …
  std::shared_ptr<ActivationStore> activations;  ///< of checkpointed blocks; null: inputs stay on the device
  std::shared_ptr<BlockStreamer> streamer;       ///< null: all weights stay on the device
  bool keep_attention = false;                   ///< checkpointed blocks keep q, k, v and attention's result
  /// From this block on, only streamed blocks are checkpointed.
  int64_t first_kept = std::numeric_limits<int64_t>::max();
};

/// Activation checkpointing (Chen et al. 2016): only the inputs of a block are kept, and the backward pass
/// computes the block again. It restores the state of the random generators (CPU and the inputs' device) and
/// of autocast, so that dropout drops the same values. While autograd does not record, blocks simply run. A
/// streamed block is always checkpointed, since its weights have left the device by the backward pass.
/// Gradients of a block's parameters are accumulated: use backward(), not torch::autograd::grad.
/// @param inner  runs the block itself, in both passes, with its weights in place
/// Thread: as the model's. Cost: one more forward pass of each checkpointed block.
nn::BlockRunner run_blocks(BlockMemory memory, nn::BlockRunner inner = {});

/// Checkpointing without streaming or offloading.
nn::BlockRunner checkpointed(int64_t interval = 1, nn::BlockRunner inner = {});

}  // namespace fw::memory
