// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <array>

namespace fw::families {

/// Enlarges or shrinks a picture to cover a size, with Lanczos filtering in 8 bits, and cuts out its middle,
/// like the published pipelines.
/// @param pictures  [B, 3, H, W] in 0..1 @return  [B, 3, height, width] float32 in 0..1 on the same device
torch::Tensor hunyuan15_cropped(const torch::Tensor& pictures, int64_t height, int64_t width);

/// The size that the published pipelines choose for a picture: of those with about `target` x `target`
/// pixels, the one whose ratio is nearest, on the side of 1. @return  height and width, multiples of 16
std::array<int64_t, 2> hunyuan15_size(int64_t target, int64_t height, int64_t width);

}  // namespace fw::families
