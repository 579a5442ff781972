// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/types.h>

#include <optional>
#include <tuple>

/// The operators of norm_operators.h as registered with LibTorch, without gradients, for CPU, CUDA and,
/// without values, meta; devices that run the CPU's operators have them too. See kernels/norms.h for the
/// math. `norm` is a kernels::Norm, `branch` a kernels::Branch, `head` the number of tokens of the second
/// part. Unused arguments and results are undefined.
namespace fw::nn {

using Maybe = std::optional<torch::Tensor>;
using Maybes = c10::List<Maybe>;

/// @param sum  output: x + gate change; may be `change`. Undefined without a change
/// @return     y and statistics, both undefined without a norm, and 1 / rms of a normed change
using NormSignature = std::tuple<torch::Tensor, torch::Tensor, torch::Tensor>(
    const torch::Tensor& x, const Maybe& change, const Maybe& gate, const Maybe& weight, const Maybe& bias,
    const Maybe& scale, const Maybe& shift, const Maybe& sum, int64_t head, int64_t norm, int64_t branch,
    double unit, double epsilon);
const c10::TypedOperatorHandle<NormSignature>& norm_operator();

/// @param parts  per sample, each with its own sums
/// @param sums   whether to compute the sums over dy
/// @param gate_sums  whether to compute the sums over `change`
/// @return       dx, dchange, of_dy, of_normed, of_change
using NormBackwardSignature =
    std::tuple<torch::Tensor, torch::Tensor, torch::Tensor, torch::Tensor, torch::Tensor>(
        const Maybe& dsum, const Maybe& dy, const Maybe& sum, const Maybe& statistics,
        const Maybe& branch_rstd, const Maybe& change, const Maybe& gate, const Maybe& weight,
        const Maybe& scale, int64_t head, int64_t norm, int64_t branch, double unit, int64_t parts, bool sums,
        bool gate_sums);
const c10::TypedOperatorHandle<NormBackwardSignature>& norm_backward_operator();

/// @param x       one to three of [B, N, H, head_dim], contiguous
/// @param weight  of each rotated array
/// @param y       outputs shaped like x, with contiguous tokens; may be x
/// @param turned  how many of the arrays are rotated; the others are copied
/// @param width   that the norm covers
/// @return        statistics
using RotateSignature = torch::Tensor(at::TensorList x, const Maybes& weight, const Maybes& bias,
                                      const Maybe& rotation, at::TensorList y, int64_t turned, int64_t width,
                                      int64_t norm, double epsilon);
const c10::TypedOperatorHandle<RotateSignature>& rotate_operator();

/// @param x  inputs of the norm @param dx  outputs, contiguous
/// @return   sums [turned, chunks, 2, width] of the gradients of bias and weight
using RotateBackwardSignature = torch::Tensor(at::TensorList dy, at::TensorList x, const Maybe& statistics,
                                              const Maybes& weight, const Maybe& rotation, at::TensorList dx,
                                              int64_t turned, int64_t width, int64_t norm, bool sums);
const c10::TypedOperatorHandle<RotateBackwardSignature>& rotate_backward_operator();

}  // namespace fw::nn
