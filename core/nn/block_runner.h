// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "base/error.h"
#include "nn/module.h"

namespace fw::nn {

/// One block of a network as its model is about to run it.
struct BlockCall {
  size_t index;                       ///< 0 .. number of blocks - 1
  Module& block;                      ///< its slots may be assigned before `forward` runs
  std::vector<torch::Tensor> inputs;  ///< every tensor that a gradient flows through
  /// Computes the block from its inputs, which it leaves as they are; may run again to compute them anew.
  std::function<torch::Tensor(const std::vector<torch::Tensor>&)> forward;

  torch::Tensor run() const { return forward(inputs); }
};

/// Runs a block and returns its output. What happens around a block is put in here: cancelling (throw
/// fw::Cancelled), streaming of weights, activation checkpointing. Empty means BlockCall::run.
using BlockRunner = std::function<torch::Tensor(const BlockCall&)>;

inline torch::Tensor run_block(const BlockRunner& runner, const BlockCall& call) {
  return runner ? runner(call) : call.run();
}

/// Throws fw::Cancelled before a block, once a stop is requested.
inline BlockRunner cancelling_runner(std::stop_token stop) {
  return [stop = std::move(stop)](const BlockCall& call) {
    if (stop.stop_requested()) throw Cancelled();
    return call.run();
  };
}

}  // namespace fw::nn
