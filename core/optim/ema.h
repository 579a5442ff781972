// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "optim/parameter.h"

namespace fw::optim {

/// Exponential moving average of the trained weights, in float32 on their device: average = d average + (1 -
/// d) weight, after each update. The decay d warms up like in diffusers' EMAModel, so that initial weights do
/// not outweigh what a short run learns: with n previous updates it is min(decay, (1 + n) / (10 + n)).
/// Thread: one at a time.
class Ema {
 public:
  /// Starts from the current weights.
  Ema(std::vector<Parameter> parameters, double decay);

  void update();
  /// Replaces the weights by the average or, when called again, restores them: the two tensors swap their
  /// memory without copying (bf16 weights are replaced by a rounded copy of the average). Between the two
  /// calls, do not call update() or state(). If it throws (out of memory), nothing was swapped.
  void swap();

  /// ema.<name> (the tensors themselves), and the number of updates.
  StateTensors state() const;
  /// A state without the number of updates is older than the warm-up and continues without it.
  /// @throws fw::Error optim.state_mismatch
  void load_state(const StateTensors& state);

 private:
  double decay_now() const;

  double decay_;
  int64_t updates_ = 0;
  std::vector<Parameter> parameters_;
  std::vector<torch::Tensor> average_;
  std::map<size_t, torch::Tensor> set_aside_;  ///< bf16 weights while the average replaces them
};

}  // namespace fw::optim
