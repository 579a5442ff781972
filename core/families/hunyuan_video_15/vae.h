// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "families/video_vae.h"

/// The causal video autoencoder of HunyuanVideo 1.5 (Wu et al. 2025, arXiv 2511.18870): 16 x 16 x 4 pixels
/// per latent. Its attention runs over all frames of a clip, each of which sees those before it. Shapes: B
/// batch, C channels, T H W frames, height and width, t h w those of the latent, z latent channels.
namespace fw::families {

/// vae/config.json.
struct Hunyuan15VaeConfig {
  int64_t in_channels = 3;
  int64_t out_channels = 3;
  int64_t latent_channels = 32;
  std::vector<int64_t> block_out_channels{128, 256, 512, 1024, 1024};
  int64_t layers_per_block = 2;
  double scaling_factor = 1.03682;
  int64_t spatial_compression_ratio = 16;
  int64_t temporal_compression_ratio = 4;

  /// True if stage `i` of the encoder, or the one that undoes it in the decoder, halves the frames.
  bool changes_time(size_t i) const;
  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static Hunyuan15VaeConfig from_json(const nlohmann::json& json);
};

class Hunyuan15Encoder;
class Hunyuan15Decoder;

class Hunyuan15Vae : public VideoVae {
 public:
  Hunyuan15Vae(const Hunyuan15VaeConfig& config, const torch::TensorOptions& options);
  ~Hunyuan15Vae() override;

  /// @param video  4 k + 1 frames, sides in multiples of 16
  LatentPosterior encode(const torch::Tensor& video, const VaeOptions& options) override;
  /// @return  [B, 3, 4 (t - 1) + 1, 16 h, 16 w], not clamped
  torch::Tensor decode(const torch::Tensor& latents, const torch::Tensor& timestep,
                       const VaeOptions& options) override;

  int64_t latent_channels() const override { return config_.latent_channels; }
  LatentScale latent_scale() const override {
    return {.factor = config_.scaling_factor, .mean = {}, .deviation = {}};
  }
  /// Planes of 256 x 256 pixels that share a quarter with their neighbours.
  VaeTiling default_tiling() const override;
  std::vector<VaeTiling> smaller_tilings() const override;

 private:
  Hunyuan15VaeConfig config_;
  std::unique_ptr<Hunyuan15Encoder> encoder_;
  std::unique_ptr<Hunyuan15Decoder> decoder_;
};

}  // namespace fw::families
