// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/types.h>

#include <optional>

/// The operators of activation_operators.h as LibTorch knows them, without gradients, on the CPU, on CUDA
/// and, without values, on meta; a device that runs the CPU's operators has them too. See
/// kernels/activations.h for what they compute. Tensors are [.., width] of one type, the elements of a row
/// side by side and the rows at one distance. `activation` is a kernels::Activation.
namespace fw::nn {

/// @param y  written; may be x
using ActivateSignature = void(const torch::Tensor& x, const std::optional<torch::Tensor>& value,
                               const torch::Tensor& y, int64_t activation);
const c10::TypedOperatorHandle<ActivateSignature>& activate_operator();

/// @param dx, dvalue  written; dvalue where there is a value
using ActivateBackwardSignature = void(const torch::Tensor& dy, const torch::Tensor& x,
                                       const std::optional<torch::Tensor>& value, const torch::Tensor& dx,
                                       const std::optional<torch::Tensor>& dvalue, int64_t activation);
const c10::TypedOperatorHandle<ActivateBackwardSignature>& activate_backward_operator();

}  // namespace fw::nn
