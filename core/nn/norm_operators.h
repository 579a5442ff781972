// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include "kernels/norms.h"

/// The operations between the matrix products of a transformer block, each as one operator with its own
/// backward pass (framewright::norm): one pass over the tokens instead of the three to eight of a chain of
/// LibTorch's operators, saving only the input and two numbers per token. With tensor::plain_operators(), and
/// for operands of mixed types, it is that chain. Types: float32, bfloat16, float16, float64; sums are
/// float32 or float64. Thread: any. Cost: memory-bound.
namespace fw::nn {

/// A norm over the last axis. A bias requires a weight.
struct NormOf {
  kernels::Norm kind = kernels::Norm::layer;
  double epsilon = 1e-5;
  torch::Tensor weight, bias;  ///< [width], or undefined
};

/// Modulation of each sample's tokens: [B, parts, width] each, or undefined. With two parts, the second one
/// applies to the first `head` tokens. Without a head there may be one part per token.
struct Condition {
  torch::Tensor scale, shift;
  int64_t head = 0;
  double unit = 1;  ///< added to the scale
};

/// norm(x) (unit + scale) + shift. @param x  [B, N, width]
torch::Tensor norm_modulated(const torch::Tensor& x, const NormOf& norm, const Condition& condition);

/// x + gate change. Overwrites `change` while autograd does not record.
/// @param gate  [B, parts, width]; undefined: 1
torch::Tensor add_gated(const torch::Tensor& x, const torch::Tensor& change, const torch::Tensor& gate,
                        int64_t head = 0);

/// add_gated() followed by norm_modulated(). Overwrites `change` with the sum while autograd does not record.
struct Residual {
  torch::Tensor sum;     ///< x + gate change
  torch::Tensor normed;  ///< norm_modulated(sum)
};
Residual add_gated_and_norm(const torch::Tensor& x, const torch::Tensor& change, const torch::Tensor& gate,
                            const NormOf& norm, const Condition& condition);

/// For a branch that is normed first: x + tanh(gate) change / rms(change), optionally followed by another
/// norm with the same epsilon.
torch::Tensor add_normed(const torch::Tensor& x, const torch::Tensor& change, const torch::Tensor& gate,
                         double epsilon);
Residual add_normed_and_norm(const torch::Tensor& x, const torch::Tensor& change, const torch::Tensor& gate,
                             const NormOf& norm, const Condition& condition);

}  // namespace fw::nn
