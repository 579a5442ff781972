// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "families/ltx_video/vae.h"
#include "nn/embeddings.h"
#include "nn/video_convolution.h"

/// What the encoder and the decoder of LTX-Video's autoencoder are made of. Shapes: B batch, C channels, T H
/// W frames, height and width.
namespace fw::families {

/// What one pass over the network carries along.
struct LtxPass {
  const VaeOptions& options;
  torch::Tensor timestep;  ///< [B] of 0 to 1000; undefined: not conditioned

  void start_block() const {
    if (options.on_block) options.on_block();
  }
};

/// 3x3x3 convolution over frames that are repeated beyond the ends: causal ones see the two frames before,
/// the others one on each side.
class LtxConv3d : public nn::Module {
 public:
  LtxConv3d(int64_t in_channels, int64_t out_channels, bool causal, const torch::TensorOptions& options);
  /// What forward() needs around its input.
  nn::FrameRoom room() const;
  /// @param x  filled but for its room, which is filled here
  torch::Tensor forward(const nn::PaddedFrames& x, int64_t stride = 1) const;
  torch::Tensor forward(const torch::Tensor& x, int64_t stride = 1) const;

 private:
  bool causal_;
  nn::Convolution conv_;
};

/// x normed over the channels, scaled and shifted where a timestep says so, through SiLU and `conv`. Whoever
/// moves x here frees it before the result is made.
/// @param shift, scale  [B, C, 1, 1, 1], or undefined
torch::Tensor ltx_normed_convolved(torch::Tensor x, const torch::Tensor& shift, const torch::Tensor& scale,
                                   const LtxConv3d& conv);

/// table + what the timestep makes of it. @param embedded  [B, n C] @return n of [B, C, 1, 1, 1]
std::vector<torch::Tensor> ltx_channel_numbers(const torch::Tensor& table, const torch::Tensor& embedded);

struct LtxResnetOptions {
  bool causal = false;
  bool inject_noise = false;
  bool timestep_conditioning = false;
  double norm_eps = 1e-6;
};

class LtxResnetBlock : public nn::Module {
 public:
  LtxResnetBlock(int64_t in_channels, int64_t out_channels, const LtxResnetOptions& how,
                 const torch::TensorOptions& options);
  /// @param embedded  [B, 4 C]; undefined: not conditioned
  /// @return          [B, C_out, T, H, W]
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& embedded, const LtxPass& pass) const;

 private:
  LtxConv3d conv1_, conv2_;
  std::optional<nn::LayerNorm> norm3_;
  std::optional<nn::Convolution> conv_shortcut_;
  torch::Tensor per_channel_scale1_, per_channel_scale2_;  // [C, 1, 1]
  torch::Tensor scale_shift_table_;                        // [4, C]
};

/// A number of resnet blocks, all conditioned by what one embedder makes of the timestep.
class LtxResnets : public nn::Module {
 public:
  LtxResnets(int64_t count, int64_t channels, const LtxResnetOptions& how,
             const torch::TensorOptions& options);
  torch::Tensor forward(torch::Tensor x, const LtxPass& pass) const;

 private:
  std::optional<nn::SinusoidalTimestepEmbedding> time_embedder_;
  nn::ModuleList<LtxResnetBlock> resnets_;
};

/// Halves sizes by moving pixels into channels after a convolution; beside it, the means of groups of the
/// input's pixels.
class LtxDownsample : public nn::Module {
 public:
  LtxDownsample(int64_t in_channels, int64_t out_channels, LtxDownsampling kind, bool causal,
                const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  int64_t stride_t_, stride_s_, out_channels_;
  LtxConv3d conv_;
};

/// Doubles all sizes by moving channels into pixels after a convolution; the first frame is not doubled.
class LtxUpsample : public nn::Module {
 public:
  /// @param factor    by which the channels become fewer
  /// @param residual  adds the input's own channels, moved likewise
  LtxUpsample(int64_t in_channels, int64_t factor, bool residual, bool causal,
              const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  bool residual_;
  LtxConv3d conv_;
};

}  // namespace fw::families
