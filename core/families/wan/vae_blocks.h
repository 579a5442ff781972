// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>

#include "nn/layers.h"
#include "nn/video_convolution.h"

/// Blocks of the encoder and the decoder of Wan's autoencoders. Each processes a clip in consecutive pieces,
/// the first of which is frame 0. Shapes: B batch, C channels, T frames of a piece, H W height and width.
namespace fw::families {

/// The state of one pass over a clip, carried from piece to piece.
class WanPass {
 public:
  explicit WanPass(const std::function<void()>& on_block) : on_block_(on_block) {}

  bool is_first = true;  ///< the piece is frame 0

  /// The last input frames of a module; undefined if it has had no input.
  torch::Tensor& kept(const nn::Module& module) { return kept_[&module]; }
  void start_block() const {
    if (on_block_) on_block_();
  }

 private:
  const std::function<void()>& on_block_;
  std::unordered_map<const nn::Module*, torch::Tensor> kept_;
};

/// A convolution of each frame and those before it, padded with zeros at the edges and before frame 0.
class WanCausalConv3d : public nn::Module {
 public:
  /// @param time, space  kernel sizes, 1 or 3 each
  WanCausalConv3d(int64_t in_channels, int64_t out_channels, int64_t time, int64_t space,
                  const torch::TensorOptions& options);
  /// Padding that forward() needs before its input.
  nn::FrameRoom room() const { return {.before = time_ - 1}; }
  /// @param x  with its frames filled; forward() fills the padding
  torch::Tensor forward(const nn::PaddedFrames& x, WanPass& pass) const;
  torch::Tensor forward(const torch::Tensor& x, WanPass& pass) const;

 private:
  int64_t time_, space_;
  nn::Convolution conv_;
};

/// conv(silu(norm(x))). A moved x is freed before the result is allocated.
torch::Tensor wan_normed_convolved(const nn::PixelNorm& norm, torch::Tensor x, const WanCausalConv3d& conv,
                                   WanPass& pass);

class WanResnetBlock : public nn::Module {
 public:
  WanResnetBlock(int64_t in_channels, int64_t out_channels, const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x, WanPass& pass) const;

 private:
  nn::PixelNorm norm1_, norm2_;
  WanCausalConv3d conv1_, conv2_;
  std::optional<WanCausalConv3d> conv_shortcut_;
};

/// A resnet block, single-head attention over the pixels of each frame, and another resnet block.
class WanMidBlock : public nn::Module {
 public:
  WanMidBlock(int64_t channels, const torch::TensorOptions& options);
  torch::Tensor forward(torch::Tensor x, WanPass& pass) const;

 private:
  torch::Tensor attend(const torch::Tensor& x) const;

  nn::PixelNorm norm_;
  nn::Convolution to_qkv_, proj_;
  nn::ModuleList<WanResnetBlock> resnets_;
};

/// Halves height and width and, with `in_time`, the frames: 2 k - 1 and 2 k become k, and frame 0 stays.
class WanDownsample : public nn::Module {
 public:
  WanDownsample(int64_t channels, bool in_time, const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x, WanPass& pass) const;

 private:
  nn::Convolution resample_;
  std::optional<nn::Convolution> time_conv_;
};

/// Doubles height and width and, with `in_time`, the frames except frame 0, on which no other frame depends
/// here.
class WanUpsample : public nn::Module {
 public:
  WanUpsample(int64_t channels, int64_t out_channels, bool in_time, const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x, WanPass& pass) const;

 private:
  torch::Tensor twice_the_frames(const torch::Tensor& x, WanPass& pass) const;

  nn::Convolution resample_;
  std::optional<WanCausalConv3d> time_conv_;
};

/// Factors by which a level changes the number of frames, and height and width.
struct WanFactors {
  int64_t time = 1, space = 1;
};

/// The shortcut around a level of 2.2's encoder: turns blocks of pixels into channels and averages groups of
/// channels. Frame 0 is preceded by a frame of zeros if the level halves the frames.
torch::Tensor wan_averaged(const torch::Tensor& x, int64_t out_channels, const WanFactors& factors);

/// Adds the shortcut around a level of 2.2's decoder to the level's output `y`: repeats channels and turns
/// groups of them into blocks of pixels. Of frame 0's block, only the last frame is used.
void wan_add_repeated(const torch::Tensor& x, const WanFactors& factors, torch::Tensor& y);

/// Turns patches of `patch` x `patch` pixels into channels in the order (channel, column, row), and back.
torch::Tensor wan_patches(const torch::Tensor& video, int64_t patch);
torch::Tensor wan_pixels(const torch::Tensor& patches, int64_t patch);

}  // namespace fw::families
