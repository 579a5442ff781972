// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/mochi/vae.h"
#include "nn/layers.h"
#include "nn/linear.h"
#include "nn/video_convolution.h"

/// Building blocks of Mochi-1's autoencoder. Shapes: B batch, C channels, T H W frames, height and width.
namespace fw::families {

/// Causal in time, replicates the border.
class MochiConv3d : public nn::Module {
 public:
  enum class Stride { one, kernel };
  /// @param time, space  the kernel
  MochiConv3d(int64_t in_channels, int64_t out_channels, int64_t time, int64_t space, Stride stride,
              const torch::TensorOptions& options);
  /// Padding that forward() needs around its input.
  nn::FrameRoom room() const { return {.before = time_ - 1, .margin = (space_ - 1) / 2}; }
  /// @param x  filled except for its padding, which is filled here
  torch::Tensor forward(const nn::PaddedFrames& x) const;
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  int64_t time_, space_;
  Stride stride_;
  nn::Convolution conv_;
};

/// Group norm of each frame separately.
class MochiNorm : public nn::Module {
 public:
  MochiNorm(int64_t channels, const torch::TensorOptions& options);
  /// @param to  [B, C, T, H, W], receives the result
  void forward(const torch::Tensor& x, const torch::Tensor& to) const;
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  nn::GroupNorm norm_layer_;
};

/// Causal attention of each pixel over time, with queries and keys of unit length.
class MochiTimeAttention : public nn::Module {
 public:
  MochiTimeAttention(int64_t channels, const torch::TensorOptions& options);
  /// Adds the attention of `normed` to x. Both are [B, C, T, H, W].
  void add_to(torch::Tensor& x, const torch::Tensor& normed) const;

 private:
  int64_t heads_;
  nn::Linear to_q_, to_k_, to_v_, to_out_;
};

class MochiResnetBlock : public nn::Module {
 public:
  MochiResnetBlock(int64_t channels, const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  MochiNorm norm1_, norm2_;
  MochiConv3d conv1_, conv2_;
};

/// Resnet blocks, optionally with attention after each.
class MochiResnets : public nn::Module {
 public:
  MochiResnets(int64_t count, int64_t channels, bool attention, const torch::TensorOptions& options);
  torch::Tensor forward(torch::Tensor x, const VaeOptions& options) const;

 private:
  nn::ModuleList<MochiResnetBlock> resnets_;
  nn::ModuleList<MochiNorm> norms_;
  nn::ModuleList<MochiTimeAttention> attentions_;
};

/// Applies a linear layer to the channels of every pixel.
torch::Tensor mochi_by_pixel(const torch::Tensor& x, const nn::Linear& linear);

}  // namespace fw::families
