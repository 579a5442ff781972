// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include "kernels/activations.h"

/// What stands between the two products of a feed-forward layer as one operator with a backward pass of its
/// own (framewright::activate): one pass, also where a gate multiplies, which keeps its inputs alone. Under
/// tensor::plain_operators() it is LibTorch's own operators. Types: float32, bfloat16, float16, float64.
/// Thread: any. Cost: bound by memory.
namespace fw::nn {

/// a(x), whatever the shape. While autograd does not record, it is written over x.
torch::Tensor activated(const torch::Tensor& x, kernels::Activation activation);

/// a(x) value, of one shape. While autograd does not record, it is written over x.
torch::Tensor gated(const torch::Tensor& x, const torch::Tensor& value, kernels::Activation activation);

/// The same of the two halves of the last axis: value, x. @param both  [.., 2 width]  @return  [.., width]
torch::Tensor gated_halves(const torch::Tensor& both, kernels::Activation activation);

}  // namespace fw::nn
