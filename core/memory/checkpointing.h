// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <memory>

#include "memory/activation_store.h"
#include "memory/block_streamer.h"
#include "nn/block_runner.h"

namespace fw::memory {

/// What a network's blocks keep where. All give the same numbers; on the CPU bit for bit.
struct BlockMemory {
  int64_t checkpoint_interval = 0;  ///< 0: only streamed blocks, 1: every block, n: blocks 0, n, 2n, …
  std::shared_ptr<ActivationStore> activations;  ///< of checkpointed blocks; null: they stay on the device
  std::shared_ptr<BlockStreamer> streamer;       ///< null: all weights stay on the device
  bool keep_attention = false;                   ///< of a checkpointed block: q, k, v and the result stay
  int64_t first_kept = std::numeric_limits<int64_t>::max();  ///< from this block on only streamed ones
};

/// Activation checkpointing (Chen et al. 2016): of a block only its inputs are kept, and the backward pass
/// computes it again. Random generators (CPU and the inputs' device) and autocast are as they were in the
/// first pass, so that dropout drops the same. While autograd does not record, blocks just run.
/// A streamed block is always checkpointed: its weights are gone when the backward pass comes to it.
/// @param inner  runs the block itself, in both passes, with its weights in place
/// A parameter of a block gets its gradient by accumulation: use backward(), not torch::autograd::grad.
/// Thread: as the model's. Cost: one more forward pass of each checkpointed block.
nn::BlockRunner run_blocks(BlockMemory memory, nn::BlockRunner inner = {});

/// Checkpointing alone.
nn::BlockRunner checkpointed(int64_t interval = 1, nn::BlockRunner inner = {});

}  // namespace fw::memory
