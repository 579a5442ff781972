// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "optim/parameter.h"

namespace fw::optim {

/// Exponential moving average of the trained weights, kept in float32 on their device:
/// average = decay average + (1 - decay) weight, after each update. Thread: one at a time.
class Ema {
 public:
  /// Starts from the weights as they are.
  Ema(std::vector<Parameter> parameters, double decay);

  void update();
  /// Puts the average in the weights' place, or, called again, the weights back: both tensors swap their
  /// memory, nothing is copied (of bf16 weights: a rounded copy of the average stands in for them). Between
  /// the two calls neither update() nor state() must be called.
  void swap();

  /// ema.<name> (the tensors themselves).
  StateTensors state() const;
  /// @throws fw::Error optim.state_mismatch
  void load_state(const StateTensors& state);

 private:
  double decay_;
  std::vector<Parameter> parameters_;
  std::vector<torch::Tensor> average_;
  std::map<size_t, torch::Tensor> set_aside_;  ///< bf16 weights while their average stands in
};

}  // namespace fw::optim
