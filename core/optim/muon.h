// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "optim/adam.h"

namespace fw::optim {

/// Muon (Jordan et al. 2024): a matrix is changed by its momentum with all singular values set to about one,
/// so that directions which gradients show rarely are learned too. What is no matrix takes AdamW's step with
/// a quarter of the rate.
///
/// The update of a matrix is 0.2 lr in the root mean square, about AdamW's (Liu et al. 2025). All parameters
/// are float32.
class Muon : public Optimizer {
 public:
  /// @param config  beta1 is the momentum too; `decay` must be decoupled and `state` float32
  Muon(std::vector<Parameter> parameters, const OptimizerConfig& config);

  using Optimizer::step;
  /// Cost for each [m, n] matrix, m <= n: 4 m^2 n + 30 m^3 FLOP and 5 m^2 + 2 m n values of passing memory.
  void step(double lr, double gradient_factor) override;

  /// exp_avg.<name> of the matrices, and Adam's state of the others.
  StateTensors state() const override;
  void load_state(const StateTensors& state) override;

  const std::vector<Parameter>& parameters() const override { return parameters_; }

  /// Matrices narrower than this are AdamW's: there is nothing to even out.
  static constexpr int64_t least_side = 4;
  /// A small transformer from random weights learns fastest with 2e-2 for its matrices and 5e-3 for the rest
  /// (150 steps: loss 0.147; with 2e-2 for all 0.161, AdamW alone 0.334; tried in PyTorch).
  static constexpr double others_share = 0.25;
  static bool takes(const torch::Tensor& parameter);

 private:
  OptimizerConfig config_;
  std::vector<Parameter> parameters_;
  std::vector<Parameter> matrices_;
  std::vector<torch::Tensor> exp_avg_;  ///< parallel to matrices_
  Adam others_;
};

/// U f(S) V^T of a matrix U S V^T: f, five Newton-Schulz steps with Jordan's coefficients, brings singular
/// values above a hundredth of the Frobenius norm to between 0.68 and 1.14; those below a thousandth come out
/// roughly, as their squares are near float32's rounding.
/// @param matrix  [m, n] float32
torch::Tensor orthogonalized(const torch::Tensor& matrix);

}  // namespace fw::optim
