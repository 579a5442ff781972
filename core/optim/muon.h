// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "optim/adam.h"

namespace fw::optim {

/// Muon (Jordan et al. 2024): updates a matrix by its momentum with all singular values set to about one, so
/// that rare directions of the gradients are learned, too. Other parameters use AdamW at a quarter of the
/// learning rate.
///
/// The update of a matrix has a root mean square of 0.2 lr, similar to AdamW (Liu et al. 2025). All
/// parameters are float32.
class Muon : public Optimizer {
 public:
  /// @param config  beta1 is also the momentum; `decay` must be decoupled and `state` float32
  Muon(std::vector<Parameter> parameters, const OptimizerConfig& config);

  using Optimizer::step;
  /// Cost per [m, n] matrix, m <= n: 4 m^2 n + 30 m^3 FLOP and 5 m^2 + 2 m n values of temporary memory.
  void step(double lr, double gradient_factor) override;

  /// exp_avg.<name> of the matrices, and Adam's state of the other parameters.
  StateTensors state() const override;
  void load_state(const StateTensors& state) override;

  const std::vector<Parameter>& parameters() const override { return parameters_; }

  /// Narrower matrices use AdamW: they have too few singular values.
  static constexpr int64_t least_side = 4;
  /// A small transformer with random weights learns fastest with 2e-2 for its matrices and 5e-3 for the rest
  /// (150 steps: loss 0.147; with 2e-2 for all 0.161; AdamW only 0.334; tested in PyTorch).
  static constexpr double others_share = 0.25;
  static bool takes(const torch::Tensor& parameter);

 private:
  OptimizerConfig config_;
  std::vector<Parameter> parameters_;
  std::vector<Parameter> matrices_;
  std::vector<torch::Tensor> exp_avg_;  ///< parallel to matrices_
  Adam others_;
};

/// U f(S) V^T of a matrix U S V^T: f, five Newton-Schulz steps with Jordan's coefficients, maps singular
/// values above a hundredth of the Frobenius norm to between 0.68 and 1.14; those below a thousandth are
/// inaccurate, as their squares are close to float32's rounding.
/// @param matrix  [m, n] float32
torch::Tensor orthogonalized(const torch::Tensor& matrix);

}  // namespace fw::optim
