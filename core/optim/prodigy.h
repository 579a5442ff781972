// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <utility>

#include "optim/by_parameter.h"

namespace fw::optim {

/// Prodigy (Mishchenko and Defazio 2024), as its authors' package: Adam that estimates its own rate, d, from
/// how far the weights have moved along the gradients. Its learning rate is a factor of d, usually 1, and the
/// same for all parameters.
///
/// In a run of several processes that each own some of the parameters, d comes from the sums over all of them
/// (OptimizerConfig::gather_sums), added up in the order of one process.
class Prodigy : public ByParameter {
 public:
  /// @param config  beta3: the root of beta2 if it is 0
  Prodigy(std::vector<Parameter> parameters, const OptimizerConfig& config);

  using Optimizer::step;
  /// A learning rate of 0 changes nothing. Cost: 14 passes over the values; waits for the device once.
  void step(double lr, double gradient_factor) override;
  double shown_rate(double lr) const override { return estimate_.d * lr; }

  /// Also d, d_max, d_numerator and k of all parameters, float64.
  StateTensors state() const override;
  void load_state(const StateTensors& state) override;

 private:
  struct Estimate {
    double d = 0, d_max = 0, d_numerator = 0;
    double k = 0;  ///< steps
  };
  static constexpr std::array<std::pair<const char*, double Estimate::*>, 4> numbers{
      {{"d", &Estimate::d},
       {"d_max", &Estimate::d_max},
       {"d_numerator", &Estimate::d_numerator},
       {"k", &Estimate::k}}};
  void update(const torch::Tensor& weight, torch::Tensor gradient, Kept& kept, double lr) override;
  std::vector<ParameterSums> accumulate(double d_lr, double gradient_factor);
  bool estimate(double lr, double d_lr, const std::vector<ParameterSums>& own);

  OptimizerConfig config_;
  Estimate estimate_;
};

}  // namespace fw::optim
