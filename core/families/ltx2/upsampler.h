// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "nn/layers.h"

/// LTX-2's upsamplers of latents, between the two stages of sampling: convolutions around a pixel shuffle.
/// Shapes: B batch, C latent channels, M inner channels, F h w frames, height and width.
namespace fw::families {

/// latent_upsampler/config.json. Defaults as in diffusers.
struct Ltx2UpsamplerConfig {
  int64_t in_channels = 128;
  int64_t mid_channels = 1024;
  int64_t num_blocks_per_stage = 4;
  bool temporal = false;  ///< doubles the frames but the first instead of the sides
  bool rational = false;  ///< the shuffle is in a module of its own, with an optional blur
  int64_t up = 2;         ///< factor of each side ...
  int64_t down = 1;       ///< ... of which every `down`-th row and column is kept after a blur

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static Ltx2UpsamplerConfig from_json(const nlohmann::json& json);
};

class Ltx2UpsamplerBlock : public nn::Module {
 public:
  Ltx2UpsamplerBlock(int64_t channels, const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  nn::Convolution conv1_, conv2_;
  nn::GroupNorm norm1_, norm2_;
};

class Ltx2Upsampler : public nn::Module {
 public:
  Ltx2Upsampler(const Ltx2UpsamplerConfig& config, const torch::TensorOptions& options);
  /// @param latents  [B, C, F, h, w], of the VAE: not normalised
  /// Thread: any. Cost: 108 M^2 F h w FLOP per block.
  torch::Tensor forward(const torch::Tensor& latents) const;

  const Ltx2UpsamplerConfig& config() const { return config_; }

 private:
  torch::Tensor larger(const torch::Tensor& x) const;

  Ltx2UpsamplerConfig config_;
  nn::Convolution initial_conv_, upsampler_, final_conv_;
  nn::GroupNorm initial_norm_;
  nn::ModuleList<Ltx2UpsamplerBlock> res_blocks_, post_upsample_res_blocks_;
};

}  // namespace fw::families
