// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nn/layers.h"
#include "tensor/libtorch.h"

/// What video autoencoders share. Shapes: B batch, C channels, T frames, H W height and width.
namespace fw::nn {

/// On the CPU convolutions and norms are fastest with channels innermost; CUDA's group norm is not.
at::MemoryFormat video_memory_format(const torch::Tensor& x);

/// Room before, after and around frames, in what of them.
struct FrameRoom {
  int64_t before = 0, after = 0;  ///< frames
  int64_t margin = 0;             ///< pixels on each side
};

/// Frames with room around them, so that no convolution has to copy its input to pad it.
struct PaddedFrames {
  torch::Tensor all;  ///< [B, C, before + T + after, H + 2 margin, W + 2 margin], not filled
  FrameRoom room;
  int64_t count;  ///< T

  /// For frames of `shape`, [B, C, T, H, W], otherwise like `like`.
  PaddedFrames(torch::IntArrayRef shape, const torch::Tensor& like, const FrameRoom& room);
  PaddedFrames(const torch::Tensor& like, const FrameRoom& room) : PaddedFrames(like.sizes(), like, room) {}
  /// [B, C, T, H, W]
  torch::Tensor frames() const;
  /// What lies beyond an edge becomes what lies on it: at the margins, and before the first frame.
  void repeat_edges() const;
};

/// Without padding in time. On the CPU always by oneDNN: LibTorch takes its own, several times slower kernel
/// for one small clip.
torch::Tensor convolve(const torch::Tensor& x, const Convolution& conv, at::IntArrayRef stride,
                       at::IntArrayRef padding);

/// Whether convolve_doubled() pays for x: in float32 on the CPU. Sums of weights are rounded, which bfloat16
/// would show.
bool adds_up_taps(const torch::Tensor& x);

/// A convolution of 3 taps an axis over what `x` gives when each entry of an axis stands twice, without
/// making it: taps that fall on the same entry are added up first, so a doubled axis costs 2 taps and not 3.
/// @param x     [B, C, axes], its room included: one entry before a doubled axis, and one after it where the
///              last output needs it; two for an axis that stays
/// @param size  the result's axes; output i of a doubled axis sees doubled entries i + 1 to i + 3
torch::Tensor convolve_doubled(const torch::Tensor& x, const Convolution& conv, at::IntArrayRef size);

}  // namespace fw::nn
