// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nn/module.h"

namespace fw::nn {

enum class Bias { no, yes };

/// Low-rank change of a linear layer (Hu et al. 2021): W' = W + scale B A.
/// A and B may be float32 while the layer is bfloat16: computed in float32 on the CPU, in bfloat16 on a GPU.
struct LowRankAdapter {
  torch::Tensor A;  ///< [rank, in]
  torch::Tensor B;  ///< [out, rank]
  double scale = 1;
};

/// y = x W^T + b + sum over the adapters of scale (x A^T) B^T.
/// Attaching an adapter touches no base weight.
///
/// How W is kept is the layer's own affair: others compute with forward(), ask matrix() for the numbers, and
/// load, stream, count and train its slots as those of any module, whatever their type and number. A slot
/// that cannot be trained is a buffer.
class Linear : public Module {
 public:
  Linear(int64_t in_features, int64_t out_features, Bias bias, const torch::TensorOptions& options);

  /// @param x  [..., in]
  /// @return   [..., out] in the dtype of x
  torch::Tensor forward(const torch::Tensor& x) const;

  int64_t in_features() const { return in_features_; }
  int64_t out_features() const { return out_features_; }
  /// W without adapters: [out, in]. Shares memory with the layer where that keeps it so.
  torch::Tensor matrix() const { return weight_; }

  std::vector<LowRankAdapter> adapters;

 private:
  torch::Tensor add_adapters(const torch::Tensor& x, torch::Tensor y) const;

  int64_t in_features_, out_features_;
  torch::Tensor weight_;  // [out, in]
  torch::Tensor bias_;    // [out], or undefined
};

}  // namespace fw::nn
