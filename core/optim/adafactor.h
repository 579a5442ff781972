// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "optim/by_parameter.h"

namespace fw::optim {

/// Adafactor (Shazeer and Stern 2018), with the formulas and options of the one in transformers: scales a
/// gradient by the root of its squares' mean, of which it keeps only row and column means (factored_mean.h).
/// With scale_parameter a rate is relative to the root mean square of the parameter, but at least to 1e-3.
class Adafactor : public ByParameter {
 public:
  /// @param config  beta1 is only used with first_moment; beta2 and epsilon are not used
  Adafactor(std::vector<Parameter> parameters, const OptimizerConfig& config);

  /// With relative_step: the rate found, without the parameter's scale.
  double shown_rate(double lr) const override { return config_.adafactor.relative_step ? found_rate_ : lr; }

 private:
  /// Cost: 15 passes over the values and two temporary tensors of the parameter's size.
  void update(const torch::Tensor& weight, torch::Tensor gradient, Kept& kept, double lr) override;

  OptimizerConfig config_;
  double found_rate_ = 0;
};

}  // namespace fw::optim
