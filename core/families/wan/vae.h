// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "families/vae_tiling.h"
#include "families/video_vae.h"

/// The video autoencoders of Wan 2.1 and 2.2 (Wan Team 2025, arXiv 2503.20314, section 4.1). Convolutions are
/// causal in time: a clip is processed a few frames at a time, and each convolution keeps up to two frames of
/// its input for the next piece. Frame 0 is processed first, alone, and is not halved or doubled in time. 2.1
/// encodes 4 x 8 x 8 pixels as one latent. 2.2 first turns patches of 2 x 2 pixels into channels and has
/// shortcuts around its levels; it encodes 4 x 16 x 16.
///
/// Shapes: B batch; T frames, H W height and width; t, h, w in the latent; z latent channels.
namespace fw::families {

/// vae/config.json. Defaults as in diffusers: those of 2.1.
struct WanVaeConfig {
  int64_t base_dim = 96;
  int64_t decoder_base_dim = 96;  ///< if missing in the file: base_dim
  int64_t z_dim = 16;
  std::vector<int64_t> dim_mult{1, 2, 4, 4};  ///< widths of the levels, in units of base_dim
  int64_t num_res_blocks = 2;                 ///< per level of the encoder; the decoder has one more
  std::vector<bool> temperal_downsample{false, true, true};
  bool is_residual = false;  ///< shortcuts around levels, as in 2.2
  int64_t in_channels = 3;
  int64_t out_channels = 3;
  int64_t patch_size = 1;
  std::vector<double> latents_mean;  ///< one per channel
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

  /// Encodes the first 4 k + 1 frames, for the largest possible k, and ignores the rest.
  /// Memory: frames kept by the convolutions and those in process, independent of the clip's length.
  LatentPosterior encode(const torch::Tensor& video, const VaeOptions& options) override;
  /// @param timestep  unused
  /// @return          [B, 3, 4 (t - 1) + 1, 8 h, 8 w] (2.2: 16 h, 16 w), clamped to [-1, 1]
  torch::Tensor decode(const torch::Tensor& latents, const torch::Tensor& timestep,
                       const VaeOptions& options) override;

  const WanVaeConfig& config() const { return config_; }
  int64_t latent_channels() const override { return config_.z_dim; }
  LatentScale latent_scale() const override;
  /// Tiles of 256 x 256 pixels at strides of 192. In 2.2's encoder, these count patches of 2 x 2 pixels.
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
