// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "optim/by_parameter.h"

namespace fw::optim {

/// CAME (Luo et al. 2023), as its authors' package: Adafactor's update, averaged with beta1 and divided by a
/// factored mean (beta3) of how much updates differ from that average.
class Came : public ByParameter {
 public:
  /// @param config  beta3: 0.9999 if it is 0; epsilon is not used
  Came(std::vector<Parameter> parameters, const OptimizerConfig& config);

 private:
  /// Cost: 20 passes over the values and two temporary tensors of the parameter's size.
  void update(const torch::Tensor& weight, torch::Tensor gradient, Kept& kept, double lr) override;

  OptimizerConfig config_;
};

}  // namespace fw::optim
