// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "optim/by_parameter.h"

namespace fw::optim {

/// Schedule-free AdamW (Defazio et al. 2024), as the package schedulefree: gradients are those at y, between
/// the point z that AdamW moves (without a momentum) and x, the mean of all z. The weights to use are x.
///
/// Needs no falling learning rate; a warm-up is that of the run's schedule. swap_average() puts x in place of
/// y; y is set aside, so that training continues from the same bits.
class ScheduleFree : public ByParameter {
 public:
  /// @param config  beta1 is the share of x in y, above 0
  /// @throws fw::Error optim.no_average
  ScheduleFree(std::vector<Parameter> parameters, const OptimizerConfig& config);

  bool has_average() const override { return true; }
  /// Takes memory for x while it is in place.
  void swap_average() override;

  /// Also y.<parameter>, because a checkpoint stores x as the weights.
  StateTensors state() const override;
  void load_state(const StateTensors& state) override;

 private:
  /// Cost: 11 passes over the values and one temporary tensor of the parameter's size.
  void update(const torch::Tensor& weight, torch::Tensor gradient, Kept& kept, double lr) override;

  OptimizerConfig config_;
  std::vector<torch::Tensor> aside_;  ///< y of each parameter while x is in its place; otherwise empty
};

}  // namespace fw::optim
