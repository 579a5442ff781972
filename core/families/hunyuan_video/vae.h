// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "families/video_vae.h"

/// The causal video autoencoder of HunyuanVideo (Kong et al. 2024, arXiv 2412.03603, section 3.1): 8 x 8 x 4
/// pixels per latent. Its norms and attention run over all frames of a clip, so clips longer than a tile of
/// 17 frames are always tiled in time. Shapes: B batch, C channels, T H W frames, height and width, t h w
/// those of the latent, z latent channels.
namespace fw::families {

/// vae/config.json.
struct HunyuanVaeConfig {
  int64_t in_channels = 3;
  int64_t out_channels = 3;
  int64_t latent_channels = 16;
  std::vector<int64_t> block_out_channels{128, 256, 512, 512};
  int64_t layers_per_block = 2;
  int64_t norm_num_groups = 32;
  double scaling_factor = 0.476986;
  int64_t spatial_compression_ratio = 8;
  int64_t temporal_compression_ratio = 4;
  bool mid_block_add_attention = true;

  /// True if stage `i` halves the sizes in the encoder and doubles them in the decoder.
  bool changes_space(size_t i) const;
  bool changes_time(size_t i) const;
  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static HunyuanVaeConfig from_json(const nlohmann::json& json);
};

class HunyuanEncoder;
class HunyuanDecoder;

class HunyuanVae : public VideoVae {
 public:
  HunyuanVae(const HunyuanVaeConfig& config, const torch::TensorOptions& options);
  ~HunyuanVae() override;

  /// Takes any number of frames; decoding restores it only for 4 k + 1.
  LatentPosterior encode(const torch::Tensor& video, const VaeOptions& options) override;
  /// @return  [B, 3, 4 (t - 1) + 1, 8 h, 8 w], not clamped
  torch::Tensor decode(const torch::Tensor& latents, const torch::Tensor& timestep,
                       const VaeOptions& options) override;

  int64_t latent_channels() const override { return config_.latent_channels; }
  LatentScale latent_scale() const override {
    return {.factor = config_.scaling_factor, .mean = {}, .deviation = {}};
  }
  /// Planes of 256 x 256 pixels, 192 apart, and groups of 17 frames, 12 apart. Without a tiling, frames are
  /// tiled anyway; a tiling without frame counts keeps them in one piece.
  VaeTiling default_tiling() const override;
  std::vector<VaeTiling> smaller_tilings() const override;

 private:
  torch::Tensor encode_sample(const torch::Tensor& video, const VaeOptions& options) const;
  torch::Tensor decode_sample(const torch::Tensor& latents, const VaeOptions& options) const;

  HunyuanVaeConfig config_;
  std::unique_ptr<HunyuanEncoder> encoder_;
  std::unique_ptr<HunyuanDecoder> decoder_;
};

}  // namespace fw::families
