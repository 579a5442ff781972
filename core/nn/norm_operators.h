// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include "kernels/norms.h"

/// What stands between the matrix products of a transformer's block, each as one operator with a backward
/// pass of its own (framewright::norm): one pass over the tokens where a chain of
/// LibTorch's operators makes three to eight, and only the input and two numbers a token are kept. Under
/// tensor::plain_operators(), and for operands of several types, it is that chain. Types: float32, bfloat16,
/// float16, float64; sums are float32 or float64. Thread: any. Cost: bound by memory.
namespace fw::nn {

/// A norm over the last axis. Without a weight it has no bias either.
struct NormOf {
  kernels::Norm kind = kernels::Norm::layer;
  double epsilon = 1e-5;
  torch::Tensor weight, bias;  ///< [width], or undefined
};

/// What a condition makes of the tokens of each sample: [B, parts, width] each, or undefined. Where there are
/// two parts the second one's numbers are those of the first `head` tokens. Without a head there may be one
/// part for each token.
struct Condition {
  torch::Tensor scale, shift;
  int64_t head = 0;
  double unit = 1;  ///< to which the scale is added
};

/// norm(x) (unit + scale) + shift. @param x  [B, N, width]
torch::Tensor norm_modulated(const torch::Tensor& x, const NormOf& norm, const Condition& condition);

/// x + gate change. While autograd does not record, it is written over `change`.
/// @param gate  [B, parts, width]; undefined: 1
torch::Tensor add_gated(const torch::Tensor& x, const torch::Tensor& change, const torch::Tensor& gate,
                        int64_t head = 0);

/// Both in one. While autograd does not record, the sum is written over `change`.
struct Residual {
  torch::Tensor sum;     ///< x + gate change
  torch::Tensor normed;  ///< norm_modulated(sum)
};
Residual add_gated_and_norm(const torch::Tensor& x, const torch::Tensor& change, const torch::Tensor& gate,
                            const NormOf& norm, const Condition& condition);

/// The same of a branch that is normed first, x + tanh(gate) change / rms(change), without another norm
/// behind it or with one of the same epsilon.
torch::Tensor add_normed(const torch::Tensor& x, const torch::Tensor& change, const torch::Tensor& gate,
                         double epsilon);
Residual add_normed_and_norm(const torch::Tensor& x, const torch::Tensor& change, const torch::Tensor& gate,
                             const NormOf& norm, const Condition& condition);

}  // namespace fw::nn
