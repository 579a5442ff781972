// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/hunyuan_video/vae_blocks.h"

/// Building blocks of HunyuanVideo 1.5's autoencoder. Shapes: B batch, C channels, T H W frames, height and
/// width.
namespace fw::families {

class Hunyuan15ResnetBlock : public nn::Module {
 public:
  Hunyuan15ResnetBlock(int64_t channels, const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  nn::PixelNorm norm1_, norm2_;
  HunyuanCausalConv3d conv1_, conv2_;
};

/// A resnet block, single-head attention to the pixels of the own and earlier frames, and another resnet
/// block.
class Hunyuan15MidBlock : public nn::Module {
 public:
  Hunyuan15MidBlock(int64_t channels, const torch::TensorOptions& options);
  torch::Tensor forward(torch::Tensor x, const HunyuanBlockHook& on_block) const;

 private:
  torch::Tensor attend(const torch::Tensor& x) const;

  nn::PixelNorm norm_;
  nn::Convolution to_q_, to_k_, to_v_, proj_out_;
  nn::ModuleList<Hunyuan15ResnetBlock> resnets_;
};

/// Resnet blocks. Then, except in the last stage, halves height and width and, with `in_time`, the frames
/// behind the first one: a convolution, whose blocks of pixels become channels, and a shortcut.
class Hunyuan15DownBlock : public nn::Module {
 public:
  /// @param out_channels  0: the last stage
  Hunyuan15DownBlock(int64_t channels, int64_t layers, int64_t out_channels, bool in_time,
                     const torch::TensorOptions& options);
  torch::Tensor forward(torch::Tensor x, const HunyuanBlockHook& on_block) const;

 private:
  bool in_time_;
  nn::ModuleList<Hunyuan15ResnetBlock> resnets_;
  std::optional<HunyuanCausalConv3d> downsampler_;
};

/// Resnet blocks. Then, except in the last stage, doubles height and width and, with `in_time`, the frames
/// behind the first one: a convolution, whose channels become blocks of pixels, and a shortcut.
class Hunyuan15UpBlock : public nn::Module {
 public:
  /// @param out_channels  0: the last stage
  Hunyuan15UpBlock(int64_t channels, int64_t layers, int64_t out_channels, bool in_time,
                   const torch::TensorOptions& options);
  torch::Tensor forward(torch::Tensor x, const HunyuanBlockHook& on_block) const;

 private:
  bool in_time_;
  nn::ModuleList<Hunyuan15ResnetBlock> resnets_;
  std::optional<HunyuanCausalConv3d> upsampler_;
};

/// Averages neighbouring channels. @return  [B, channels, T, H, W]
torch::Tensor hunyuan15_averaged(const torch::Tensor& x, int64_t channels);
/// Repeats each channel. @return  [B, channels, T, H, W]
torch::Tensor hunyuan15_repeated(const torch::Tensor& x, int64_t channels);

}  // namespace fw::families
