// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

namespace fw::nn {

/// A batch's errors x_scale x - (first_scale first - second), and how much each sample's count. Tensors are
/// [B, ...] of one shape, scales and weights [B]; those that are not defined are 1.
struct WeightedErrors {
  torch::Tensor x;  ///< what the network gave: float32, bfloat16, float16, float64
  torch::Tensor first, second;
  torch::Tensor x_scale = {}, first_scale = {}, weights = {};
};

/// The loss of each sample, weight mean(error^2), as one operator (framewright::squared_error) with a
/// backward pass of its own. Gradients reach x alone. The bits depend on neither threads nor the batch around
/// a sample. Under tensor::plain_operators() it is LibTorch's own operators.
/// @return  [B] float32; float64 where x is. Thread: any. Cost: bound by memory
torch::Tensor weighted_losses(const WeightedErrors& errors);

}  // namespace fw::nn
