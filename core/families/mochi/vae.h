// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "families/vae_tiling.h"
#include "families/video_vae.h"

/// The video autoencoder of Mochi-1 (Genmo 2024): 8 x 8 x 6 pixels per latent, causal in time, with norms per
/// frame. Shapes: B batch, T H W frames, height and width, t h w those of the latent, z latent channels.
namespace fw::families {

/// vae/config.json. Lists are in the order in which the encoder runs; the decoder runs them in reverse.
struct MochiVaeConfig {
  int64_t in_channels = 15;  ///< of pixels with their Fourier features
  int64_t out_channels = 3;
  int64_t latent_channels = 12;
  std::vector<int64_t> encoder_block_out_channels{64, 128, 256, 384};
  std::vector<int64_t> decoder_block_out_channels{128, 256, 512, 768};
  std::vector<int64_t> layers_per_block{3, 3, 4, 6, 3};
  std::vector<int64_t> temporal_expansions{1, 2, 3};
  std::vector<int64_t> spatial_expansions{2, 2, 2};
  std::vector<bool> add_attention_block{false, true, true, true, true};  ///< of the encoder
  std::vector<double> latents_mean;                                      ///< one per channel
  std::vector<double> latents_std;
  double scaling_factor = 1;

  int64_t spatial_factor() const;
  int64_t temporal_factor() const;
  LatentScale latent_scale() const;

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static MochiVaeConfig from_json(const nlohmann::json& json);
};

class MochiEncoder;
class MochiDecoder;

class MochiVae : public VideoVae {
 public:
  MochiVae(const MochiVaeConfig& config, const torch::TensorOptions& options);
  ~MochiVae() override;

  LatentPosterior encode(const torch::Tensor& video, const VaeOptions& options) override;
  /// @return  [B, 3, 6 (t - 1) + 1, 8 h, 8 w], not clamped
  torch::Tensor decode(const torch::Tensor& latents, const torch::Tensor& timestep,
                       const VaeOptions& options) override;

  int64_t latent_channels() const override { return config_.latent_channels; }
  LatentScale latent_scale() const override { return config_.latent_scale(); }
  VaeTiling default_tiling() const override;
  /// Only planes are tiled: the encoder's attention sees the whole clip.
  std::vector<VaeTiling> smaller_tilings() const override;

 private:
  torch::Tensor encode_sample(const torch::Tensor& video, const VaeOptions& options) const;
  torch::Tensor decode_sample(const torch::Tensor& latents, const VaeOptions& options) const;

  MochiVaeConfig config_;
  std::unique_ptr<MochiEncoder> encoder_;
  std::unique_ptr<MochiDecoder> decoder_;
};

}  // namespace fw::families
