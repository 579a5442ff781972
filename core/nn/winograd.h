// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/libtorch.h"

/// Convolutions by kernels/winograd.h: in float32 on the CPU, with 4/9 of the multiplications of a direct
/// one. Their sums have fewer terms and are therefore more accurate. B batch, C channels, T frames, H W
/// height and width.
namespace fw::nn {

/// True if winograd_convolution() supports this and is faster than oneDNN: channels-last and enough channels,
/// no gradients, 3 x 3 or 2 x 2 spatial taps, stride one.
/// @param x       [B, C, T, H, W] or [B, C, H, W]
/// @param weight  [O, C, temporal taps, taps, taps] or [O, C, taps, taps]
/// @param stride, padding  per axis; only height and width may be padded, both equally
bool suits_winograd(const torch::Tensor& x, const torch::Tensor& weight, at::IntArrayRef stride,
                    at::IntArrayRef padding);

/// @pre suits_winograd()
/// @param padding  zero pixels around the pictures
/// @param y        [B, O, ...], channels-last, output
/// Cost: the transformed taps, 16/9 or 4 times their original size, plus about 10 MB for any clip.
void winograd_convolution(const torch::Tensor& x, const torch::Tensor& weight, const torch::Tensor& bias,
                          int64_t padding, const torch::Tensor& y);

}  // namespace fw::nn
