// SPDX-License-Identifier: Apache-2.0
#include "families/ltx_video/vae.h"

#include <algorithm>

#include "families/ltx_video/vae_blocks.h"
#include "nn/config_reader.h"

namespace fw::families {

using torch::Tensor;
using torch::TensorOptions;

/// Resnet blocks, an optional downsampling and, up to 0.9.1, one more block that changes the width.
class LtxDownBlock : public nn::Module {
 public:
  LtxDownBlock(int64_t in_channels, int64_t out_channels, int64_t layers, LtxDownsampling downsampling,
               const LtxVaeConfig& config, const TensorOptions& options)
      : resnets_(layers, in_channels, how(config), options) {
    add_child("", resnets_);
    if (downsampling == LtxDownsampling::conv)
      add_child("downsamplers.0", strided_.emplace(in_channels, in_channels, config.encoder_causal, options));
    else if (downsampling != LtxDownsampling::none)
      add_child("downsamplers.0",
                downsample_.emplace(in_channels, out_channels, downsampling, config.encoder_causal, options));
    if (!config.is_095 && in_channels != out_channels)
      add_child("conv_out", conv_out_.emplace(in_channels, out_channels, how(config), options));
  }

  static LtxResnetOptions how(const LtxVaeConfig& config) {
    return {.causal = config.encoder_causal, .norm_eps = config.resnet_norm_eps};
  }

  Tensor forward(Tensor x, const LtxPass& pass) const {
    x = resnets_.forward(std::move(x), pass);
    if (strided_) x = strided_->forward(x, 2);
    if (downsample_) x = downsample_->forward(x);
    return conv_out_ ? conv_out_->forward(x, {}, pass) : x;
  }

 private:
  LtxResnets resnets_;
  std::optional<LtxConv3d> strided_;
  std::optional<LtxDownsample> downsample_;
  std::optional<LtxResnetBlock> conv_out_;
};

class LtxEncoder : public nn::Module {
 public:
  LtxEncoder(const LtxVaeConfig& config, const TensorOptions& options)
      : patch_(config.patch_size),
        conv_in_(config.in_channels * patch_ * patch_, config.block_out_channels.front(),
                 config.encoder_causal, options),
        mid_block_(config.layers_per_block.back(), config.block_out_channels.back(),
                   LtxDownBlock::how(config), options),
        conv_out_(config.block_out_channels.back(), config.latent_channels + 1, config.encoder_causal,
                  options) {
    const auto& channels = config.block_out_channels;
    add_child("conv_in", conv_in_);
    for (size_t i = 0; i < config.downsampling.size(); ++i)
      down_blocks_.emplace_back(channels[i], channels[std::min(i + 1, channels.size() - 1)],
                                config.layers_per_block[i], config.downsampling[i], config, options);
    add_child("down_blocks", down_blocks_);
    add_child("mid_block", mid_block_);
    add_child("conv_out", conv_out_);
  }

  /// [B, 3, T, H, W] -> [B, z + 1, t, h, w]: means, and one log variance for all channels
  Tensor forward(const Tensor& video, const LtxPass& pass) const {
    // Moves a patch's pixels into channels, ordered (channel, column, row).
    Tensor x = conv_in_.forward(video.unflatten(4, {-1, patch_})
                                    .unflatten(3, {-1, patch_})
                                    .permute({0, 1, 6, 4, 2, 3, 5})
                                    .flatten(1, 3));
    for (size_t i = 0; i < down_blocks_.size(); ++i) x = down_blocks_[i].forward(std::move(x), pass);
    x = mid_block_.forward(std::move(x), pass);
    return ltx_normed_convolved(std::move(x), {}, {}, conv_out_);
  }

 private:
  int64_t patch_;
  LtxConv3d conv_in_;
  nn::ModuleList<LtxDownBlock> down_blocks_;
  LtxResnets mid_block_;
  LtxConv3d conv_out_;
};

class LtxUpBlock : public nn::Module {
 public:
  /// @param place  index of the stage, in the order in which the decoder runs
  LtxUpBlock(int64_t in_channels, int64_t out_channels, size_t place, const LtxVaeConfig& config,
             const TensorOptions& options)
      : resnets_(config.decoder_layers_per_block[place], out_channels, how(place, config), options) {
    if (in_channels != out_channels)
      add_child("conv_in", conv_in_.emplace(in_channels, out_channels, how(place, config), options));
    const int64_t factor = config.upsample_factor[place];
    if (config.decoder_spatio_temporal_scaling[place])
      add_child("upsamplers.0",
                upsample_.emplace(out_channels * factor, upsampling(factor, place, config), options));
    add_child("", resnets_);
  }

  /// Options of the stage at `place` in the decoder's lists; the mid block is last.
  static LtxResnetOptions how(size_t place, const LtxVaeConfig& config) {
    return {.causal = config.decoder_causal,
            .inject_noise = config.decoder_inject_noise[place],
            .timestep_conditioning = config.timestep_conditioning,
            .norm_eps = config.resnet_norm_eps,
            .reflects = config.decoder_reflects};
  }
  static LtxUpsampling upsampling(int64_t factor, size_t place, const LtxVaeConfig& config) {
    return {.factor = factor,
            .residual = config.upsample_residual[place],
            .kind = config.upsampling.empty() ? LtxDownsampling::spatiotemporal : config.upsampling[place],
            .causal = config.decoder_causal,
            .reflects = config.decoder_reflects};
  }

  Tensor forward(Tensor x, const LtxPass& pass) const {
    if (conv_in_) x = conv_in_->forward(x, {}, pass);
    if (upsample_) x = upsample_->forward(x);
    return resnets_.forward(std::move(x), pass);
  }

 private:
  std::optional<LtxResnetBlock> conv_in_;
  std::optional<LtxUpsample> upsample_;
  LtxResnets resnets_;
};

class LtxDecoder : public nn::Module {
 public:
  LtxDecoder(const LtxVaeConfig& config, const TensorOptions& options)
      : patch_(config.patch_size),
        conv_in_(config.latent_channels, config.decoder_block_out_channels.back(), config.decoder_causal,
                 options, config.decoder_reflects),
        mid_block_(config.decoder_layers_per_block.back(), config.decoder_block_out_channels.back(),
                   LtxUpBlock::how(config.decoder_block_out_channels.size(), config), options),
        conv_out_(last_width(config), config.out_channels * patch_ * patch_, config.decoder_causal, options,
                  config.decoder_reflects) {
    add_child("conv_in", conv_in_);
    add_child("mid_block", mid_block_);
    int64_t width = config.decoder_block_out_channels.back();
    for (size_t place = config.decoder_block_out_channels.size(); place-- > 0;) {
      const int64_t factor = config.upsample_factor[place];
      const int64_t next = config.decoder_block_out_channels[place] / factor;
      up_blocks_.emplace_back(width / factor, next, place, config, options);
      width = next;
    }
    add_child("up_blocks", up_blocks_);
    add_child("conv_out", conv_out_);
    if (!config.timestep_conditioning) return;
    add_parameter("timestep_scale_multiplier", timestep_scale_multiplier_, {}, options);
    add_child("time_embedder", time_embedder_.emplace(2 * width, options));
    add_parameter("scale_shift_table", scale_shift_table_, {2, width}, options);
  }

  /// @param timestep  [B] in 0..1
  /// @return          [B, 3, T, H, W]
  Tensor forward(const Tensor& latent, const Tensor& timestep, const VaeOptions& options) const {
    LtxPass pass{options, {}};
    if (time_embedder_) pass.timestep = timestep * timestep_scale_multiplier_;
    Tensor x = mid_block_.forward(conv_in_.forward(latent), pass);
    for (size_t i = 0; i < up_blocks_.size(); ++i) x = up_blocks_[i].forward(std::move(x), pass);
    std::vector<Tensor> m(2);
    if (time_embedder_)
      m = ltx_channel_numbers(scale_shift_table_, time_embedder_->forward(pass.timestep, x.scalar_type()));
    const Tensor patches = ltx_normed_convolved(std::move(x), m[0], m[1], conv_out_);
    // Moves channels into a patch's pixels, ordered (channel, column, row).
    return patches.unflatten(1, {-1, patch_, patch_})
        .permute({0, 1, 4, 5, 3, 6, 2})
        .flatten(5, 6)
        .flatten(3, 4);
  }

 private:
  static int64_t last_width(const LtxVaeConfig& config) {
    return config.decoder_block_out_channels.front() / config.upsample_factor.front();
  }

  int64_t patch_;
  LtxConv3d conv_in_;
  LtxResnets mid_block_;
  nn::ModuleList<LtxUpBlock> up_blocks_;
  LtxConv3d conv_out_;
  torch::Tensor timestep_scale_multiplier_;  // scalar
  std::optional<nn::SinusoidalTimestepEmbedding> time_embedder_;
  torch::Tensor scale_shift_table_;  // [2, C]
};

LtxVae::LtxVae(const LtxVaeConfig& config, const TensorOptions& options)
    : config_(config),
      encoder_(std::make_unique<LtxEncoder>(config, options)),
      decoder_(std::make_unique<LtxDecoder>(config, options)) {
  add_child("encoder", *encoder_);
  add_child("decoder", *decoder_);
  add_buffer("latents_mean", latents_mean_, {config.latent_channels}, options);
  add_buffer("latents_std", latents_std_, {config.latent_channels}, options);
}

LtxVae::~LtxVae() = default;

VaeTiling LtxVae::default_tiling() const {
  return {.tile_sample_min_height = 512,
          .tile_sample_min_width = 512,
          .tile_sample_stride_height = 448,
          .tile_sample_stride_width = 448};
}

std::vector<VaeTiling> LtxVae::smaller_tilings() const {
  std::vector<VaeTiling> tilings;
  for (const int64_t size : {512, 384, 256}) {
    VaeTiling& tiling = tilings.emplace_back();
    tiling.tile_sample_min_height = tiling.tile_sample_min_width = size;
    tiling.tile_sample_stride_height = tiling.tile_sample_stride_width = size - 64;
    tiling.tile_sample_min_num_frames = 32;
    tiling.tile_sample_stride_num_frames = 24;
  }
  return tilings;
}

Tensor LtxVae::encode_sample(const Tensor& video, const VaeOptions& options) const {
  const LtxPass pass{options, {}};
  const TileUnits units{.space_out = config_.spatial_compression_ratio,
                        .time_out = config_.temporal_compression_ratio};
  return run_in_clip_tiles(video, options.tiling.value_or(VaeTiling{}), units, SpareFrame::first, options,
                           [&](const Tensor& x) { return encoder_->forward(x, pass); });
}

uint64_t LtxVae::noises_of_a_tile() const {
  uint64_t count = 0;
  decoder_->for_each_parameter([&](const std::string& name, Tensor&) {
    count += name.find("per_channel_scale") != std::string::npos ? 1 : 0;
  });
  return count;
}

Tensor LtxVae::decode_sample(const Tensor& latents, const Tensor& timestep, const VaeOptions& options) const {
  const TileUnits units{.space_in = config_.spatial_compression_ratio,
                        .time_in = config_.temporal_compression_ratio};
  return run_in_clip_tiles(latents, options.tiling.value_or(VaeTiling{}), units, SpareFrame::last, options,
                           [&](const Tensor& x) { return decoder_->forward(x, timestep, options); });
}

LatentPosterior LtxVae::encode(const Tensor& video, const VaeOptions& options) {
  const torch::NoGradGuard no_grad;
  const Tensor moments =
      run_in_slices(video, options.slicing, [&](const Tensor& x) { return encode_sample(x, options); });
  const int64_t channels = config_.latent_channels;
  const Tensor mean = moments.narrow(1, 0, channels);
  return {mean, moments.narrow(1, channels, 1).clamp(-30.0, 20.0).expand_as(mean)};
}

Tensor LtxVae::decode(const Tensor& latents, const Tensor& timestep, const VaeOptions& options) {
  const torch::NoGradGuard no_grad;
  int64_t sample = 0;
  return run_in_slices(latents, options.slicing, [&](const Tensor& z) {
    const Tensor own = timestep.defined() ? timestep.narrow(0, sample, z.size(0)) : timestep;
    sample += z.size(0);
    return decode_sample(z, own, options);
  });
}

}  // namespace fw::families
