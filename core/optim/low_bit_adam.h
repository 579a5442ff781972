// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "optim/by_parameter.h"

namespace fw::optim {

/// AdamW and Adam with both running means in 4 bits (Li et al. 2023) or as fp8 numbers, in blocks with a
/// float32 scale each, as in torchao: 1.06 or 2.03 bytes per value instead of 8. Tensors of fewer than 4096
/// values, or that blocks do not divide, keep float32 means. The 8-bit kind is Adam's (adam.h).
class LowBitAdam : public ByParameter {
 public:
  static constexpr int64_t least_coded = 4096;

  /// @param config  `state` is four_bit or fp8
  LowBitAdam(std::vector<Parameter> parameters, const OptimizerConfig& config);

 private:
  /// In pieces of 4 million values, to bound temporary memory. Cost: 40 passes over the values.
  void update(const torch::Tensor& weight, torch::Tensor gradient, Kept& kept, double lr) override;

  OptimizerConfig config_;
};

}  // namespace fw::optim
