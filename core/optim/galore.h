// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "optim/by_parameter.h"

namespace fw::optim {

/// GaLore (Zhao et al. 2024), as the package galore-torch: AdamW on gradients that are projected onto their
/// own largest directions, so that the running means of an [m, n] matrix have rank x max(m, n) values. The
/// directions are recomputed every few hundred steps. Vectors, and matrices no wider than the rank, use plain
/// AdamW.
class Galore : public ByParameter {
 public:
  Galore(std::vector<Parameter> parameters, const OptimizerConfig& config);

 private:
  /// Cost per [m, n] matrix, m <= n: 4 m n rank FLOP; with new directions a singular value decomposition,
  /// which takes a copy of the gradient on its device.
  void update(const torch::Tensor& weight, torch::Tensor gradient, Kept& kept, double lr) override;

  OptimizerConfig config_;
};

}  // namespace fw::optim
