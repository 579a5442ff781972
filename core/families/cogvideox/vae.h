// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>

#include "families/vae_tiling.h"
#include "families/video_vae.h"
#include "nn/layers.h"

/// The video autoencoder of CogVideoX (Yang et al. 2024, section 2.1): causal 3-D convolutions, 8x
/// compression in space and 4x in time. The decoder's norms are scaled and shifted by the latent itself
/// (Zheng et al. 2022, MoVQ). Frames are processed in batches; each convolution keeps the last two input
/// frames for the next batch. The group norms run over one batch of frames (and one tile), so the batch sizes
/// are part of the model's definition.
///
/// Shapes: B batch, C channels, T frames, H W height and width, z latent channels; t, h, w in the latent.
namespace fw::families {

/// vae/config.json. Defaults as in diffusers.
struct CogVideoXVaeConfig {
  int64_t in_channels = 3;
  int64_t out_channels = 3;
  std::vector<int64_t> block_out_channels{128, 256, 256, 512};
  int64_t latent_channels = 16;
  int64_t layers_per_block = 3;
  double norm_eps = 1e-6;
  int64_t norm_num_groups = 32;
  int64_t temporal_compression_ratio = 4;
  int64_t sample_height = 480;
  int64_t sample_width = 720;
  double scaling_factor = 1.15258426;
  /// 1.5: an image's latent is divided by the factor instead of multiplied, since the published weights were
  /// trained that way (diffusers, pipeline_cogvideox_image2video.py, prepare_latents).
  bool invert_scale_latents = false;

  int64_t spatial_compression_ratio() const { return int64_t{1} << (block_out_channels.size() - 1); }

  /// Scales an image's latents for use as the transformer's condition: training and sampling must agree.
  torch::Tensor scaled_image(const torch::Tensor& latents) const;

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static CogVideoXVaeConfig from_json(const nlohmann::json& json);
};

class CogVideoXEncoder;
class CogVideoXDecoder;

class CogVideoXVae : public VideoVae {
 public:
  CogVideoXVae(const CogVideoXVaeConfig& config, const torch::TensorOptions& options);
  ~CogVideoXVae() override;

  LatentPosterior encode(const torch::Tensor& video, const VaeOptions& options) override;
  /// @param timestep  unused
  /// @return          [B, 3, T, 8 h, 8 w], not clamped; T = 4 (t - 1) + 1 for odd t and 4 t for even t
  torch::Tensor decode(const torch::Tensor& latents, const torch::Tensor& timestep,
                       const VaeOptions& options) override;

  const CogVideoXVaeConfig& config() const { return config_; }
  int64_t latent_channels() const override { return config_.latent_channels; }
  LatentScale latent_scale() const override { return {.factor = config_.scaling_factor}; }
  /// Half of the height and width that the VAE was trained at.
  VaeTiling default_tiling() const override;
  std::vector<VaeTiling> smaller_tilings() const override;

 private:
  /// Latent size of an extent in pixels.
  TilePlan::Extent latent_extent(const TilePlan::Extent& pixels) const;
  torch::Tensor encode_sample(const torch::Tensor& video, const VaeOptions& options);
  torch::Tensor decode_sample(const torch::Tensor& latents, const VaeOptions& options);

  CogVideoXVaeConfig config_;
  std::unique_ptr<CogVideoXEncoder> encoder_;
  std::unique_ptr<CogVideoXDecoder> decoder_;
};

}  // namespace fw::families
