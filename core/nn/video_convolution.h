// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nn/layers.h"
#include "tensor/libtorch.h"

/// What video autoencoders share. Shapes: B batch, C channels, T frames, H W height and width.
namespace fw::nn {

/// On the CPU convolutions and norms are fastest with channels innermost; CUDA's group norm is not.
at::MemoryFormat video_memory_format(const torch::Tensor& x);

/// Frames with room around them, so that no convolution has to copy its input to pad it.
struct PaddedFrames {
  torch::Tensor all;      ///< [B, C, before + T + after, H, W], not filled
  int64_t before, count;  ///< frames of room, and T

  /// Room for frames like those of `like`, [B, C, T, H, W].
  PaddedFrames(const torch::Tensor& like, int64_t before, int64_t after = 0);
  torch::Tensor frames() const { return all.narrow(2, before, count); }
};

/// Without padding in time. On the CPU always by oneDNN: LibTorch takes its own, several times slower kernel
/// for one small clip.
torch::Tensor convolve(const torch::Tensor& x, const Convolution& conv, at::IntArrayRef stride,
                       at::IntArrayRef padding);

}  // namespace fw::nn
