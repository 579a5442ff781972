// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/types.h>

#include <optional>
#include <tuple>

/// The operators of norm_operators.h as LibTorch knows them, without gradients, on the CPU, on CUDA and,
/// without values, on meta; a device that runs the CPU's operators has them too. See kernels/norms.h for what
/// they compute. `norm` is a kernels::Norm, `branch` a kernels::Branch, `head` the number of tokens of the
/// second part. What is not wanted, or not there, is undefined.
namespace fw::nn {

using Maybe = std::optional<torch::Tensor>;
using Maybes = c10::List<Maybe>;

/// @param sum  x + gate change, written; may be `change`. Undefined without a change
/// @return     y and statistics, undefined without a norm, and 1 / rms of a change that is normed
using NormSignature = std::tuple<torch::Tensor, torch::Tensor, torch::Tensor>(
    const torch::Tensor& x, const Maybe& change, const Maybe& gate, const Maybe& weight, const Maybe& bias,
    const Maybe& scale, const Maybe& shift, const Maybe& sum, int64_t head, int64_t norm, int64_t branch,
    double unit, double epsilon);
const c10::TypedOperatorHandle<NormSignature>& norm_operator();

/// @param parts  of each sample, whose sums are apart
/// @param sums   whether those over dy are wanted
/// @param gate_sums  whether those over `change` are
/// @return       dx, dchange, of_dy, of_normed, of_change
using NormBackwardSignature =
    std::tuple<torch::Tensor, torch::Tensor, torch::Tensor, torch::Tensor, torch::Tensor>(
        const Maybe& dsum, const Maybe& dy, const Maybe& sum, const Maybe& statistics,
        const Maybe& branch_rstd, const Maybe& change, const Maybe& gate, const Maybe& weight,
        const Maybe& scale, int64_t head, int64_t norm, int64_t branch, double unit, int64_t parts, bool sums,
        bool gate_sums);
const c10::TypedOperatorHandle<NormBackwardSignature>& norm_backward_operator();

/// @param x       one to three of [B, N, H, head_dim], contiguous
/// @param weight  of each that is turned
/// @param y       like each, tokens being contiguous, written; may be x
/// @param turned  how many of them are not only copied
/// @param width   of a piece
/// @return        statistics
using RotateSignature = torch::Tensor(at::TensorList x, const Maybes& weight, const Maybes& bias,
                                      const Maybe& rotation, at::TensorList y, int64_t turned, int64_t width,
                                      int64_t norm, double epsilon);
const c10::TypedOperatorHandle<RotateSignature>& rotate_operator();

/// @param x  of those that are normalised @param dx  contiguous, written
/// @return   sums [turned, chunks, 2, width] of the gradients of bias and weight
using RotateBackwardSignature = torch::Tensor(at::TensorList dy, at::TensorList x, const Maybe& statistics,
                                              const Maybes& weight, const Maybe& rotation, at::TensorList dx,
                                              int64_t turned, int64_t width, int64_t norm, bool sums);
const c10::TypedOperatorHandle<RotateBackwardSignature>& rotate_backward_operator();

}  // namespace fw::nn
