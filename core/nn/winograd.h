// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/libtorch.h"

/// Convolutions by kernels/winograd.h: in float32 on the CPU, 4/9 of the multiplications of an ordinary one.
/// Their sums are nearer to exact ones, for they have fewer terms. B batch, C channels, T frames, H W height
/// and width.
namespace fw::nn {

/// Whether winograd_convolution() computes this, and sooner than oneDNN does: channels innermost and enough
/// of them, no gradients, 3 x 3 or 2 x 2 taps over a picture, one pixel a step.
/// @param x       [B, C, T, H, W] or [B, C, H, W]
/// @param weight  [O, C, taps of time, taps, taps] or [O, C, taps, taps]
/// @param stride, padding  of each axis; none may be padded but the pictures' own, both alike
bool suits_winograd(const torch::Tensor& x, const torch::Tensor& weight, at::IntArrayRef stride,
                    at::IntArrayRef padding);

/// @pre suits_winograd()
/// @param padding  pixels of zero around the pictures
/// @param y        [B, O, ...], its channels innermost, written
/// Cost: beside the taps, which take 16/9 or 4 times their memory, some 10 MB, whatever the clip.
void winograd_convolution(const torch::Tensor& x, const torch::Tensor& weight, const torch::Tensor& bias,
                          int64_t padding, const torch::Tensor& y);

}  // namespace fw::nn
