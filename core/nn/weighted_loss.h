// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

namespace fw::nn {

/// Errors of a batch, x_scale x - (first_scale first - second), and the weight of each sample. Tensors are
/// [B, ...] of one shape, scales and weights [B]; undefined ones default to 1.
struct WeightedErrors {
  torch::Tensor x;  ///< the network's output: float32, bfloat16, float16, float64
  torch::Tensor first, second;
  torch::Tensor x_scale = {}, first_scale = {}, weights = {};
};

/// The loss of each sample, weight * mean(error^2), as one operator (framewright::squared_error) with its own
/// backward pass. Only x gets a gradient. Results do not depend on the number of threads or on the rest of
/// the batch, bit for bit. tensor::plain_operators() replaces it by LibTorch's operators.
/// @return  [B] float32; float64 if x is. Thread: any. Cost: memory-bound
torch::Tensor weighted_losses(const WeightedErrors& errors);

}  // namespace fw::nn
