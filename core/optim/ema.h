// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "optim/parameter.h"

namespace fw::optim {

/// Exponential moving average of the trained weights, kept in float32 on their device:
/// average = d average + (1 - d) weight, after each update. The decay d warms up as in diffusers' EMAModel,
/// so that the weights of the start do not outweigh what a short run learns: with n updates before this one
/// it is min(decay, (1 + n) / (10 + n)). Thread: one at a time.
class Ema {
 public:
  /// Starts from the weights as they are.
  Ema(std::vector<Parameter> parameters, double decay);

  void update();
  /// Puts the average in the weights' place, or, called again, the weights back: both tensors swap their
  /// memory, nothing is copied (of bf16 weights: a rounded copy of the average stands in for them). Between
  /// the two calls neither update() nor state() must be called. When it throws (out of memory), nothing was
  /// swapped.
  void swap();

  /// ema.<name> (the tensors themselves), and updates: their number.
  StateTensors state() const;
  /// A state without that number is from before there was a warm-up, and goes on without one.
  /// @throws fw::Error optim.state_mismatch
  void load_state(const StateTensors& state);

 private:
  double decay_now() const;

  double decay_;
  int64_t updates_ = 0;
  std::vector<Parameter> parameters_;
  std::vector<torch::Tensor> average_;
  std::map<size_t, torch::Tensor> set_aside_;  ///< bf16 weights while their average stands in
};

}  // namespace fw::optim
