// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "base/error.h"
#include "nn/module.h"

namespace fw::nn {

using Tensors = std::vector<torch::Tensor>;

/// One block of a network that its model is about to run.
struct BlockCall {
  size_t index;    ///< 0 .. number of blocks - 1, counted over all lists of blocks
  Module& block;   ///< its slots may be assigned before `forward` runs
  Tensors inputs;  ///< every tensor that a gradient flows through
  /// Computes the block's outputs from its inputs followed by `shared`. Modifies none of them, since it may
  /// run again for recomputation. Has at least one output; the number may differ between blocks. It does not
  /// capture tensors, so the runner decides on which device it computes.
  std::function<Tensors(const Tensors&)> forward;
  /// Tensors without a gradient that many blocks read (rotary tables, masks); undefined if absent.
  Tensors shared = {};

  Tensors run() const {
    Tensors all = inputs;
    all.insert(all.end(), shared.begin(), shared.end());
    return forward(all);
  }
};

/// Runs a block and returns its outputs. Implements everything around a block: cancelling (throws
/// fw::Cancelled), streaming of weights, activation checkpointing, placement on another device. Empty:
/// BlockCall::run.
using BlockRunner = std::function<Tensors(const BlockCall&)>;

inline Tensors run_block(const BlockRunner& runner, const BlockCall& call) {
  return runner ? runner(call) : call.run();
}

/// Throws fw::Cancelled before a block once a stop has been requested.
inline BlockRunner cancelling_runner(std::stop_token stop) {
  return [stop = std::move(stop)](const BlockCall& call) {
    if (stop.stop_requested()) throw Cancelled();
    return call.run();
  };
}

}  // namespace fw::nn
