// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "nn/block_runner.h"
#include "nn/module.h"

namespace fw::memory {

/// Lets a model compute on a device that cannot hold it: its blocks stay in host memory, and each comes to
/// the device for its own computation only. Weights are frozen: they are copied to the device and never back.
/// Everything outside of the blocks goes to the device and stays there.
///
/// This is the synchronous form: a block's copy ends before its computation starts.
/// Memory on the device: what is outside of the blocks, and one block. Thread: that of the model.
class BlockStreamer {
 public:
  /// @param model         its slots filled, in host memory; page-locked memory makes the copies faster
  /// @param blocks        path of the list of blocks, e.g. "transformer_blocks"
  /// @param always_there  ends of the names of slots inside of blocks that are read outside of them too
  BlockStreamer(nn::Module& model, std::string_view blocks, torch::Device device,
                const std::vector<std::string>& always_there = {});

  /// Runs a block with its weights on the device. @param inner  runs the block itself
  nn::BlockRunner runner(nn::BlockRunner inner = {});

 private:
  torch::Tensor run(const nn::BlockCall& call, const nn::BlockRunner& inner) const;

  torch::Device device_;
};

}  // namespace fw::memory
