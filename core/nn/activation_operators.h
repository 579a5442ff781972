// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include "kernels/activations.h"

/// The activation between the two products of a feed-forward layer as one operator with its own backward pass
/// (framewright::activate): a single pass, including the multiplication by a gate, that saves only its
/// inputs. tensor::plain_operators() replaces it by LibTorch's operators. Types: float32, bfloat16, float16,
/// float64.
/// Thread: any. Cost: memory-bound.
namespace fw::nn {

/// a(x), for any shape. Overwrites x while autograd does not record.
torch::Tensor activated(const torch::Tensor& x, kernels::Activation activation);

/// a(x) * value, both of the same shape. Overwrites x while autograd does not record.
torch::Tensor gated(const torch::Tensor& x, const torch::Tensor& value, kernels::Activation activation);

/// gated() of the two halves of the last axis: value, x. @param both  [.., 2 width]  @return  [.., width]
torch::Tensor gated_halves(const torch::Tensor& both, kernels::Activation activation);

}  // namespace fw::nn
