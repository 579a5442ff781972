// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nn/layers.h"
#include "tensor/libtorch.h"

/// Helpers of video autoencoders. Shapes: B batch, C channels, T frames, H W height and width.
namespace fw::nn {

/// Channels-last on the CPU, where it is fastest for convolutions and norms; CUDA's group norm is slower with
/// it.
at::MemoryFormat video_memory_format(const torch::Tensor& x);

/// Padding before, after and around frames.
struct FrameRoom {
  int64_t before = 0, after = 0;  ///< frames
  int64_t margin = 0;             ///< pixels on each side
};

/// Frames allocated with padding around them, so that convolutions need not copy their input to pad it.
struct PaddedFrames {
  torch::Tensor all;  ///< [B, C, before + T + after, H + 2 margin, W + 2 margin], uninitialised
  FrameRoom room;
  int64_t count;  ///< T

  /// For frames of `shape`, [B, C, T, H, W], with the options of `like`.
  PaddedFrames(torch::IntArrayRef shape, const torch::Tensor& like, const FrameRoom& room);
  PaddedFrames(const torch::Tensor& like, const FrameRoom& room) : PaddedFrames(like.sizes(), like, room) {}
  /// [B, C, T, H, W]
  torch::Tensor frames() const;
  /// Replicates the border into the margins and before the first frame.
  void repeat_edges() const;
};

/// Divides each pixel's channels by their Euclidean length and scales them by sqrt(C) and learned weights.
class PixelNorm : public Module {
 public:
  /// @param axes  number of axes of size 1 after the channels, in the checkpoint
  PixelNorm(int64_t channels, int64_t axes, const torch::TensorOptions& options);
  /// @param x  [B, C, T, H, W] @param to  receives the result
  void normalise(const torch::Tensor& x, const torch::Tensor& to) const;

 private:
  torch::Tensor gamma_;
};

/// Does not pad in time. Always uses oneDNN on the CPU: for a single small clip, LibTorch would choose its
/// own kernel, which is several times slower.
torch::Tensor convolve(const torch::Tensor& x, const Convolution& conv, at::IntArrayRef stride,
                       at::IntArrayRef padding);

/// True if convolve_doubled() is worthwhile for x: float32 on the CPU. It rounds sums of weights, which would
/// be visible in bfloat16.
bool adds_up_taps(const torch::Tensor& x);

/// A 3-tap convolution over `x` with each entry of an axis repeated twice, without materializing that: taps
/// that fall on the same entry are added up first, so a doubled axis costs 2 taps instead of 3.
/// @param x     [B, C, axes], padded: one entry before a doubled axis, and one after it if the
///              last output needs it; two for an axis that is not doubled
/// @param size  the result's axes; output i of a doubled axis sees doubled entries i + 1 to i + 3
torch::Tensor convolve_doubled(const torch::Tensor& x, const Convolution& conv, at::IntArrayRef size);

}  // namespace fw::nn
