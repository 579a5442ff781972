// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "optim/by_parameter.h"

namespace fw::optim {

/// Lion (Chen et al. 2023), as the package lion-pytorch: moves each value by the learning rate, in the
/// direction of a mean of momentum (beta2) and gradient, weighted with beta1.
class Lion : public ByParameter {
 public:
  /// @param config  epsilon is not used
  Lion(std::vector<Parameter> parameters, const OptimizerConfig& config);

 private:
  /// Cost: 7 passes over the values and one temporary tensor of the parameter's size.
  void update(const torch::Tensor& weight, torch::Tensor gradient, Kept& kept, double lr) override;

  OptimizerConfig config_;
};

}  // namespace fw::optim
