// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "nn/layers.h"
#include "nn/linear.h"
#include "nn/video_convolution.h"

/// Building blocks of HunyuanVideo's autoencoder. Shapes: B batch, C channels, T H W frames, height and
/// width.
namespace fw::families {

/// A convolution that is causal in time and replicates the border: beyond the edges of the picture and before
/// the first frame it sees the nearest pixel.
class HunyuanCausalConv3d : public nn::Module {
 public:
  /// @param kernel  1 or 3, along each axis
  HunyuanCausalConv3d(int64_t in_channels, int64_t out_channels, int64_t kernel,
                      const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x, torch::IntArrayRef stride = {1, 1, 1}) const;
  /// Padding that forward() needs around its input.
  nn::FrameRoom room() const { return {.before = kernel_ - 1, .margin = kernel_ / 2}; }
  /// @param x  filled except for its padding, which is filled here
  torch::Tensor forward(const nn::PaddedFrames& x, torch::IntArrayRef stride = {1, 1, 1}) const;
  /// Convolves, with 3 taps, x with each pixel repeated `space` times along height and width and each frame
  /// except the first repeated `time` times (1 or 2). If x is moved in, it is freed before the result is
  /// allocated.
  torch::Tensor forward_enlarged(torch::Tensor x, int64_t time, int64_t space) const;

 private:
  int64_t kernel_;
  nn::Convolution conv_;
};

/// conv(silu(norm(x))). If x is moved in, it is freed before the result is allocated.
/// @tparam Norm  has normalise()
template <class Norm>
torch::Tensor hunyuan_normed_convolved(const Norm& norm, torch::Tensor x, const HunyuanCausalConv3d& conv) {
  const nn::PaddedFrames padded(x, conv.room());
  torch::Tensor frames = padded.frames();
  norm.normalise(x, frames);
  torch::silu_(frames);
  x.reset();
  return conv.forward(padded);
}

class HunyuanResnetBlock : public nn::Module {
 public:
  HunyuanResnetBlock(int64_t in_channels, int64_t out_channels, int64_t groups,
                     const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  nn::GroupNorm norm1_;
  HunyuanCausalConv3d conv1_;
  nn::GroupNorm norm2_;
  HunyuanCausalConv3d conv2_;
  std::optional<HunyuanCausalConv3d> conv_shortcut_;
};

/// Single-head attention in which a pixel sees all pixels of its own and earlier frames.
/// @param q, k, v  [B, T H W, C] @param frames  T @return  [B, T H W, C]
torch::Tensor hunyuan_attend_frames(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                                    int64_t frames);

/// Projections and norm around hunyuan_attend_frames().
class HunyuanFrameAttention : public nn::Module {
 public:
  HunyuanFrameAttention(int64_t channels, int64_t groups, const torch::TensorOptions& options);
  /// @param x  [B, C, T, H, W] @return the same shape, with x added
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  nn::GroupNorm group_norm_;
  nn::Linear to_q_, to_k_, to_v_, to_out_;
};

using HunyuanBlockHook = std::function<void()>;

class HunyuanMidBlock : public nn::Module {
 public:
  HunyuanMidBlock(int64_t channels, int64_t groups, bool with_attention, const torch::TensorOptions& options);
  torch::Tensor forward(torch::Tensor x, const HunyuanBlockHook& on_block) const;

 private:
  nn::ModuleList<HunyuanFrameAttention> attentions_;
  nn::ModuleList<HunyuanResnetBlock> resnets_;
};

/// The axes that a stage resizes after its blocks.
struct HunyuanResize {
  bool space = false;
  bool time = false;
  bool any() const { return space || time; }
};

/// Blocks, then a strided convolution.
class HunyuanDownBlock : public nn::Module {
 public:
  HunyuanDownBlock(int64_t in_channels, int64_t out_channels, int64_t layers, int64_t groups,
                   HunyuanResize resize, const torch::TensorOptions& options);
  torch::Tensor forward(torch::Tensor x, const HunyuanBlockHook& on_block) const;

 private:
  HunyuanResize resize_;
  nn::ModuleList<HunyuanResnetBlock> resnets_;
  std::optional<HunyuanCausalConv3d> downsampler_;
};

/// Blocks, then nearest upsampling (frames too, except the first) and a convolution.
class HunyuanUpBlock : public nn::Module {
 public:
  HunyuanUpBlock(int64_t in_channels, int64_t out_channels, int64_t layers, int64_t groups,
                 HunyuanResize resize, const torch::TensorOptions& options);
  torch::Tensor forward(torch::Tensor x, const HunyuanBlockHook& on_block) const;

 private:
  HunyuanResize resize_;
  nn::ModuleList<HunyuanResnetBlock> resnets_;
  std::optional<HunyuanCausalConv3d> upsampler_;
};

}  // namespace fw::families
