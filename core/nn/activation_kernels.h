// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/types.h>

#include <optional>

/// The operators of activation_operators.h as registered with LibTorch, without gradients, for CPU, CUDA and,
/// without values, meta; devices that run the CPU's operators have them too. See kernels/activations.h for
/// the math. Tensors are [.., width] of one type, with contiguous rows and a constant row stride.
/// `activation` is a kernels::Activation.
namespace fw::nn {

/// @param y  output; may be x
using ActivateSignature = void(const torch::Tensor& x, const std::optional<torch::Tensor>& value,
                               const torch::Tensor& y, int64_t activation);
const c10::TypedOperatorHandle<ActivateSignature>& activate_operator();

/// @param dx, dvalue  outputs; dvalue only if there is a value
using ActivateBackwardSignature = void(const torch::Tensor& dy, const torch::Tensor& x,
                                       const std::optional<torch::Tensor>& value, const torch::Tensor& dx,
                                       const std::optional<torch::Tensor>& dvalue, int64_t activation);
const c10::TypedOperatorHandle<ActivateBackwardSignature>& activate_backward_operator();

}  // namespace fw::nn
