// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "families/vae_tiling.h"
#include "families/video_vae.h"

/// The video autoencoders of Wan 2.1 and 2.2 (Wan Team 2025, arXiv 2503.20314, section 4.1): convolutions
/// that see the past only, so that a clip goes through a few frames at a time and each convolution keeps the
/// last two frames of its input for the next ones. Frame 0 goes first and alone; nothing halves or doubles it
/// in time. 2.1 makes one latent of 4 x 8 x 8 pixels. 2.2 turns patches of 2 x 2 pixels into channels first
/// and has shortcuts around its levels: 4 x 16 x 16.
///
/// Shapes: B batch, T H W frames, height and width, t h w those of the latent, z latent channels.
namespace fw::families {

/// vae/config.json. Defaults are the Python library's, which are 2.1's.
struct WanVaeConfig {
  int64_t base_dim = 96;
  int64_t decoder_base_dim = 96;  ///< that of the encoder where the file does not say
  int64_t z_dim = 16;
  std::vector<int64_t> dim_mult{1, 2, 4, 4};  ///< widths of the levels, in units of base_dim
  int64_t num_res_blocks = 2;                 ///< of a level of the encoder; the decoder has one more
  std::vector<bool> temperal_downsample{false, true, true};
  bool is_residual = false;  ///< shortcuts around levels, as 2.2 has them
  int64_t in_channels = 3;
  int64_t out_channels = 3;
  int64_t patch_size = 1;
  std::vector<double> latents_mean;  ///< one a channel
  std::vector<double> latents_std;

  size_t levels() const { return dim_mult.size(); }
  int64_t spatial_factor() const { return patch_size << (levels() - 1); }
  int64_t temporal_factor() const;

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static WanVaeConfig from_json(const nlohmann::json& json);
};

class WanEncoder;
class WanDecoder;

class WanVae : public VideoVae {
 public:
  WanVae(const WanVaeConfig& config, const torch::TensorOptions& options);
  ~WanVae() override;

  /// Frames beyond the last 4 k + 1 are left out.
  /// Memory: what the convolutions keep and some frames, however long the clip.
  LatentPosterior encode(const torch::Tensor& video, const VaeOptions& options) override;
  /// @param timestep  none
  /// @return          [B, 3, 4 (t - 1) + 1, 8 h, 8 w] (2.2: 16 h, 16 w), clamped to [-1, 1]
  torch::Tensor decode(const torch::Tensor& latents, const torch::Tensor& timestep,
                       const VaeOptions& options) override;

  const WanVaeConfig& config() const { return config_; }
  int64_t latent_channels() const override { return config_.z_dim; }
  LatentScale latent_scale() const override;
  /// Planes of 256 x 256, 192 apart. In 2.2's encoder a tile's sizes count patches of 2 x 2 pixels.
  VaeTiling default_tiling() const override;
  std::vector<VaeTiling> smaller_tilings() const override;

 private:
  torch::Tensor encode_sample(const torch::Tensor& video, const VaeOptions& options) const;
  torch::Tensor decode_sample(const torch::Tensor& latents, const VaeOptions& options) const;

  WanVaeConfig config_;
  std::unique_ptr<WanEncoder> encoder_;
  std::unique_ptr<WanDecoder> decoder_;
};

}  // namespace fw::families
