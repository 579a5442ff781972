// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nn/block_runner.h"

namespace fw::memory {

/// Activation checkpointing (Chen et al. 2016): of a block only its inputs are kept, and the backward pass
/// computes it again. Random generators (CPU and the inputs' device) and autocast are as they were in the
/// first pass, so that dropout drops the same; gradients are those without checkpointing, bit for bit on the
/// CPU. While autograd does not record, blocks just run.
/// @param interval  1: every block, n: blocks 0, n, 2n, …
/// @param inner     runs the block itself, in both passes
/// A parameter of a block gets its gradient by accumulation: use backward(), not torch::autograd::grad.
/// Thread: as the model's. Cost: one more forward pass of each checkpointed block.
nn::BlockRunner checkpointed(int64_t interval = 1, nn::BlockRunner inner = {});

}  // namespace fw::memory
