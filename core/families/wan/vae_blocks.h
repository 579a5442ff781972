// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>

#include "nn/layers.h"
#include "nn/video_convolution.h"

/// Blocks of the encoder and the decoder of Wan's autoencoders. They all get a clip in pieces,
/// in their order, the first of which is frame 0. Shapes: B batch, C channels, T frames of a piece, H W
/// height and width.
namespace fw::families {

/// The state of one pass over a clip, carried from piece to piece.
class WanPass {
 public:
  explicit WanPass(const std::function<void()>& on_block) : on_block_(on_block) {}

  bool is_first = true;  ///< the piece is frame 0

  /// The last input frames of a module; undefined where it has seen none.
  torch::Tensor& kept(const nn::Module& module) { return kept_[&module]; }
  void start_block() const {
    if (on_block_) on_block_();
  }

 private:
  const std::function<void()>& on_block_;
  std::unordered_map<const nn::Module*, torch::Tensor> kept_;
};

/// Sees its own and earlier frames; beyond the picture's edges and before frame 0 there are zeros.
class WanCausalConv3d : public nn::Module {
 public:
  /// @param time, space  the kernel, 1 or 3 each
  WanCausalConv3d(int64_t in_channels, int64_t out_channels, int64_t time, int64_t space,
                  const torch::TensorOptions& options);
  /// The room that forward() needs before its input.
  nn::FrameRoom room() const { return {.before = time_ - 1}; }
  /// @param x  its frames filled; forward() fills the room
  torch::Tensor forward(const nn::PaddedFrames& x, WanPass& pass) const;
  torch::Tensor forward(const torch::Tensor& x, WanPass& pass) const;

 private:
  int64_t time_, space_;
  nn::Convolution conv_;
};

/// Channels divided by their length, times sqrt(C) and numbers of their own.
class WanNorm : public nn::Module {
 public:
  /// @param axes  behind the channels, in the checkpoint
  WanNorm(int64_t channels, int64_t axes, const torch::TensorOptions& options);
  /// @param x   [B, C, T, H, W] @param to  takes what x becomes
  void forward(const torch::Tensor& x, const torch::Tensor& to) const;

 private:
  torch::Tensor gamma_;
};

/// conv(silu(norm(x))). A moved x is freed before the result is allocated.
torch::Tensor wan_normed_convolved(const WanNorm& norm, torch::Tensor x, const WanCausalConv3d& conv,
                                   WanPass& pass);

class WanResnetBlock : public nn::Module {
 public:
  WanResnetBlock(int64_t in_channels, int64_t out_channels, const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x, WanPass& pass) const;

 private:
  WanNorm norm1_, norm2_;
  WanCausalConv3d conv1_, conv2_;
  std::optional<WanCausalConv3d> conv_shortcut_;
};

/// A block, attention of one head over the pixels of each frame, a block.
class WanMidBlock : public nn::Module {
 public:
  WanMidBlock(int64_t channels, const torch::TensorOptions& options);
  torch::Tensor forward(torch::Tensor x, WanPass& pass) const;

 private:
  torch::Tensor attend(const torch::Tensor& x) const;

  WanNorm norm_;
  nn::Convolution to_qkv_, proj_;
  nn::ModuleList<WanResnetBlock> resnets_;
};

/// Halves height and width, and where asked for the frames: 2 k - 1 and 2 k become k, frame 0 stays.
class WanDownsample : public nn::Module {
 public:
  WanDownsample(int64_t channels, bool in_time, const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x, WanPass& pass) const;

 private:
  nn::Convolution resample_;
  std::optional<nn::Convolution> time_conv_;
};

/// Doubles height and width, and where asked for the frames but frame 0, which no other frame sees here.
class WanUpsample : public nn::Module {
 public:
  WanUpsample(int64_t channels, int64_t out_channels, bool in_time, const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x, WanPass& pass) const;

 private:
  torch::Tensor twice_the_frames(const torch::Tensor& x, WanPass& pass) const;

  nn::Convolution resample_;
  std::optional<WanCausalConv3d> time_conv_;
};

/// How a level of 2.2 changes sizes: factors of frames and of height and width.
struct WanFactors {
  int64_t time = 1, space = 1;
};

/// The shortcut around a level of 2.2's encoder: turns blocks of pixels into channels and averages groups of
/// these. A frame of zeros precedes frame 0.
torch::Tensor wan_averaged(const torch::Tensor& x, int64_t out_channels, const WanFactors& factors);

/// Adds the shortcut around a level of 2.2's decoder to the level's output `y`: repeats channels and turns
/// groups of them into blocks of pixels. Frame 0 becomes one frame, the last of its block.
void wan_add_repeated(const torch::Tensor& x, const WanFactors& factors, torch::Tensor& y);

/// Patches of `patch` x `patch` pixels as channels, ordered (channel, column, row), and back.
torch::Tensor wan_patches(const torch::Tensor& video, int64_t patch);
torch::Tensor wan_pixels(const torch::Tensor& patches, int64_t patch);

}  // namespace fw::families
