// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "families/ltx_video/vae.h"
#include "nn/embeddings.h"
#include "nn/video_convolution.h"

/// Building blocks of LTX-Video's autoencoder. Shapes: B batch, C channels, T H W frames, height and width.
namespace fw::families {

/// State of one pass through the network.
struct LtxPass {
  const VaeOptions& options;
  torch::Tensor timestep;  ///< [B], 0 to 1000; undefined: not conditioned

  void start_block() const {
    if (options.on_block) options.on_block();
  }
};

/// 3x3x3 convolution that replicates frames beyond the ends: causal ones see the two previous frames, the
/// others one on each side.
class LtxConv3d : public nn::Module {
 public:
  /// @param reflects  pads planes by reflection, a single row or column by itself; otherwise by zeros
  LtxConv3d(int64_t in_channels, int64_t out_channels, bool causal, const torch::TensorOptions& options,
            bool reflects = false);
  /// Padding that forward() needs around its input.
  nn::FrameRoom room() const;
  /// @param x  filled except for its padding, which is filled here
  torch::Tensor forward(const nn::PaddedFrames& x, int64_t stride = 1) const;
  torch::Tensor forward(const torch::Tensor& x, int64_t stride = 1) const;

 private:
  bool causal_, reflects_;
  nn::Convolution conv_;
};

/// conv(silu(norm(x) * (1 + scale) + shift)), the norm over the channels. If x is moved in, it is freed
/// before the result is allocated.
/// @param shift, scale  [B, C, 1, 1, 1], or undefined
torch::Tensor ltx_normed_convolved(torch::Tensor x, const torch::Tensor& shift, const torch::Tensor& scale,
                                   const LtxConv3d& conv);

/// table + embedded, split into its n parts. @param embedded  [B, n C] @return n of [B, C, 1, 1, 1]
std::vector<torch::Tensor> ltx_channel_numbers(const torch::Tensor& table, const torch::Tensor& embedded);

struct LtxResnetOptions {
  bool causal = false;
  bool inject_noise = false;
  bool timestep_conditioning = false;
  double norm_eps = 1e-6;
  bool reflects = false;
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

/// Resnet blocks that are conditioned by one shared timestep embedder.
class LtxResnets : public nn::Module {
 public:
  LtxResnets(int64_t count, int64_t channels, const LtxResnetOptions& how,
             const torch::TensorOptions& options);
  torch::Tensor forward(torch::Tensor x, const LtxPass& pass) const;

 private:
  std::optional<nn::SinusoidalTimestepEmbedding> time_embedder_;
  nn::ModuleList<LtxResnetBlock> resnets_;
};

/// Downsamples by moving pixels into channels after a convolution; the residual path averages groups of the
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

/// How LtxUpsample works.
struct LtxUpsampling {
  int64_t factor = 1;     ///< by which the number of channels shrinks
  bool residual = false;  ///< adds the input's own channels, rearranged the same way
  LtxDownsampling kind = LtxDownsampling::spatiotemporal;
  bool causal = false, reflects = false;
};

/// Doubles sizes by moving channels into pixels after a convolution; the first frame is not doubled.
class LtxUpsample : public nn::Module {
 public:
  LtxUpsample(int64_t in_channels, const LtxUpsampling& how, const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  int64_t stride_t_, stride_s_;
  bool residual_;
  LtxConv3d conv_;
};

}  // namespace fw::families
