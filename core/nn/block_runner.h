// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "base/error.h"
#include "nn/module.h"

namespace fw::nn {

using Tensors = std::vector<torch::Tensor>;

/// One block of a network as its model is about to run it.
struct BlockCall {
  size_t index;    ///< 0 .. number of blocks - 1, through all lists of blocks
  Module& block;   ///< its slots may be assigned before `forward` runs
  Tensors inputs;  ///< every tensor that a gradient flows through
  /// Computes the block's outputs from its inputs and, after them, `shared`, all of which it leaves as they
  /// are; may run again to recompute them. At least one output; blocks of a network may differ in how many
  /// they have. It holds no tensor itself, so that who runs the block decides where it computes.
  std::function<Tensors(const Tensors&)> forward;
  /// Tensors without a gradient that many blocks read (rotary tables, masks); undefined where there are none.
  Tensors shared = {};

  Tensors run() const {
    Tensors all = inputs;
    all.insert(all.end(), shared.begin(), shared.end());
    return forward(all);
  }
};

/// Runs a block and returns its outputs. What happens around a block is put in here: cancelling (throw
/// fw::Cancelled), streaming of weights, activation checkpointing, placement on another device. Empty means
/// BlockCall::run.
using BlockRunner = std::function<Tensors(const BlockCall&)>;

inline Tensors run_block(const BlockRunner& runner, const BlockCall& call) {
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
