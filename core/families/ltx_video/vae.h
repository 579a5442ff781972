// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "families/vae_tiling.h"
#include "families/video_vae.h"

/// The video autoencoder of LTX-Video (HaCohen et al. 2025, arXiv 2501.00103): 32 x 32 x 8 pixels per latent.
/// Since 0.9.1 its decoder also does the last denoising step and takes the noise level of its latents.
/// Shapes: B batch, T H W frames, height and width, t h w those of the latent, z latent channels.
namespace fw::families {

/// How a stage downsamples, or a stage of the decoder upsamples. `conv` is a strided convolution; the others
/// move pixels into channels, or back.
enum class LtxDownsampling { none, conv, spatial, temporal, spatiotemporal };

/// vae/config.json. Lists of the decoder are in the file's order: the last entry runs first.
struct LtxVaeConfig {
  int64_t in_channels = 3;
  int64_t out_channels = 3;
  int64_t latent_channels = 128;
  int64_t patch_size = 4;
  std::vector<int64_t> block_out_channels{128, 256, 512, 512};
  std::vector<int64_t> layers_per_block{4, 3, 3, 3, 4};
  std::vector<LtxDownsampling> downsampling;  ///< of each stage of the encoder
  bool is_095 = false;                        ///< down blocks of 0.9.5
  std::vector<int64_t> decoder_block_out_channels{128, 256, 512, 512};
  std::vector<int64_t> decoder_layers_per_block{4, 3, 3, 3, 4};
  std::vector<bool> decoder_spatio_temporal_scaling{true, true, true, false};
  std::vector<bool> decoder_inject_noise{false, false, false, false, false};
  std::vector<bool> upsample_residual{false, false, false, false};
  std::vector<int64_t> upsample_factor{1, 1, 1, 1};
  std::vector<LtxDownsampling> upsampling{};  ///< of each stage of the decoder; empty: spatiotemporal
  bool decoder_reflects = false;              ///< pads its planes by reflection instead of zeros
  bool timestep_conditioning = false;
  double resnet_norm_eps = 1e-6;
  double scaling_factor = 1;
  bool encoder_causal = true;
  bool decoder_causal = false;
  int64_t spatial_compression_ratio = 32;
  int64_t temporal_compression_ratio = 8;

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static LtxVaeConfig from_json(const nlohmann::json& json);
};

class LtxEncoder;
class LtxDecoder;

class LtxVae : public VideoVae {
 public:
  LtxVae(const LtxVaeConfig& config, const torch::TensorOptions& options);
  ~LtxVae() override;

  LatentPosterior encode(const torch::Tensor& video, const VaeOptions& options) override;
  /// @param timestep  [B] in 0..1, if timestep_conditioning is configured
  /// @return          [B, 3, 8 (t - 1) + 1, 32 h, 32 w], not clamped
  torch::Tensor decode(const torch::Tensor& latents, const torch::Tensor& timestep,
                       const VaeOptions& options) override;

  const LtxVaeConfig& config() const { return config_; }
  int64_t latent_channels() const override { return config_.latent_channels; }
  LatentScale latent_scale() const override {
    return {.factor = config_.scaling_factor, .mean = latents_mean_, .deviation = latents_std_};
  }
  /// Planes of 512 x 512 pixels, 448 apart.
  VaeTiling default_tiling() const override;
  /// How many times the decoder calls VaeOptions::injected_noise per piece or tile.
  uint64_t noises_of_a_tile() const;
  /// Also splits the frames into groups.
  std::vector<VaeTiling> smaller_tilings() const override;

 private:
  torch::Tensor encode_sample(const torch::Tensor& video, const VaeOptions& options) const;
  torch::Tensor decode_sample(const torch::Tensor& latents, const torch::Tensor& timestep,
                              const VaeOptions& options) const;

  LtxVaeConfig config_;
  torch::Tensor latents_mean_, latents_std_;  // [z]
  std::unique_ptr<LtxEncoder> encoder_;
  std::unique_ptr<LtxDecoder> decoder_;
};

}  // namespace fw::families
