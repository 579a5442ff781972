// SPDX-License-Identifier: Apache-2.0
#include "families/hunyuan_video_15/vae.h"

#include <algorithm>
#include <bit>

#include "families/hunyuan_video_15/vae_blocks.h"
#include "families/vae_tiling.h"
#include "nn/config_reader.h"

namespace fw::families {

using torch::Tensor;
using torch::TensorOptions;

namespace {

/// Stages that double a resolution up to `ratio`. @pre a power of two
int64_t doublings(int64_t ratio) {
  return std::countr_zero(static_cast<uint64_t>(ratio));
}

bool is_power_of_two(int64_t number) {
  return std::has_single_bit(static_cast<uint64_t>(number));
}

}  // namespace

bool Hunyuan15VaeConfig::changes_time(size_t i) const {
  return static_cast<int64_t>(i) >=
         doublings(spatial_compression_ratio) - doublings(temporal_compression_ratio);
}

Hunyuan15VaeConfig Hunyuan15VaeConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "vae/config.json");
  Hunyuan15VaeConfig c;
  c.in_channels = read.size("in_channels", c.in_channels);
  c.out_channels = read.size("out_channels", c.out_channels);
  c.latent_channels = read.size("latent_channels", c.latent_channels);
  c.block_out_channels = read.sizes("block_out_channels", c.block_out_channels);
  c.layers_per_block = read.size("layers_per_block", c.layers_per_block);
  c.scaling_factor = read.number("scaling_factor", c.scaling_factor);
  c.spatial_compression_ratio = read.size("spatial_compression_ratio", c.spatial_compression_ratio);
  c.temporal_compression_ratio = read.size("temporal_compression_ratio", c.temporal_compression_ratio);
  read.expect("downsample_match_channel", true, true);
  read.expect("upsample_match_channel", true, true);
  const auto& widths = c.block_out_channels;
  const bool fits = is_power_of_two(c.spatial_compression_ratio) &&
                    is_power_of_two(c.temporal_compression_ratio) &&
                    c.temporal_compression_ratio <= c.spatial_compression_ratio &&
                    std::ssize(widths) == doublings(c.spatial_compression_ratio) + 1;
  read.require(fits, "the compression ratios do not fit the number of blocks");
  for (size_t i = 0; fits && i + 1 < widths.size(); ++i) {
    const int64_t block = c.changes_time(i) ? 8 : 4;
    read.require(widths[i + 1] % block == 0 && widths[i] * 4 % widths[i + 1] == 0,
                 "block_out_channels do not fit the shortcuts");
  }
  read.require(!widths.empty() && widths.back() % (2 * c.latent_channels) == 0,
               "latent_channels do not divide the last width");
  read.finish();
  return c;
}

class Hunyuan15Encoder : public nn::Module {
 public:
  Hunyuan15Encoder(const Hunyuan15VaeConfig& c, const TensorOptions& options)
      : moments_(2 * c.latent_channels),
        conv_in_(c.in_channels, c.block_out_channels.front(), 3, options),
        mid_block_(c.block_out_channels.back(), options),
        norm_out_(c.block_out_channels.back(), 3, options),
        conv_out_(c.block_out_channels.back(), moments_, 3, options) {
    const auto& widths = c.block_out_channels;
    for (size_t i = 0; i < widths.size(); ++i)
      down_blocks_.emplace_back(widths[i], c.layers_per_block, i + 1 < widths.size() ? widths[i + 1] : 0,
                                c.changes_time(i), options);
    add_child("encoder.conv_in", conv_in_);
    add_child("encoder.down_blocks", down_blocks_);
    add_child("encoder.mid_block", mid_block_);
    add_child("encoder.norm_out", norm_out_);
    add_child("encoder.conv_out", conv_out_);
  }

  /// [B, 3, T, H, W] -> [B, 2 z, t, h, w]
  Tensor forward(const Tensor& video, const HunyuanBlockHook& on_block) const {
    Tensor x = conv_in_.forward(video);
    for (size_t i = 0; i < down_blocks_.size(); ++i) x = down_blocks_[i].forward(std::move(x), on_block);
    x = mid_block_.forward(std::move(x), on_block);
    return hunyuan_normed_convolved(norm_out_, x, conv_out_).add_(hunyuan15_averaged(x, moments_));
  }

 private:
  int64_t moments_;
  HunyuanCausalConv3d conv_in_;
  nn::ModuleList<Hunyuan15DownBlock> down_blocks_;
  Hunyuan15MidBlock mid_block_;
  nn::PixelNorm norm_out_;
  HunyuanCausalConv3d conv_out_;
};

class Hunyuan15Decoder : public nn::Module {
 public:
  Hunyuan15Decoder(const Hunyuan15VaeConfig& c, const TensorOptions& options)
      : conv_in_(c.latent_channels, c.block_out_channels.back(), 3, options),
        mid_block_(c.block_out_channels.back(), options),
        norm_out_(c.block_out_channels.front(), 3, options),
        conv_out_(c.block_out_channels.front(), c.out_channels, 3, options) {
    const auto& widths = c.block_out_channels;
    for (size_t i = widths.size(); i-- > 0;)  // stage i - 1 of the encoder is undone behind its blocks
      up_blocks_.emplace_back(widths[i], c.layers_per_block + 1, i > 0 ? widths[i - 1] : 0,
                              i > 0 && c.changes_time(i - 1), options);
    add_child("decoder.conv_in", conv_in_);
    add_child("decoder.up_blocks", up_blocks_);
    add_child("decoder.mid_block", mid_block_);
    add_child("decoder.norm_out", norm_out_);
    add_child("decoder.conv_out", conv_out_);
  }

  /// [B, z, t, h, w] -> [B, 3, T, H, W]
  Tensor forward(const Tensor& latents, const HunyuanBlockHook& on_block) const {
    Tensor x = conv_in_.forward(latents);
    x.add_(hunyuan15_repeated(latents, x.size(1)));
    x = mid_block_.forward(std::move(x), on_block);
    for (size_t i = 0; i < up_blocks_.size(); ++i) x = up_blocks_[i].forward(std::move(x), on_block);
    return hunyuan_normed_convolved(norm_out_, std::move(x), conv_out_);
  }

 private:
  HunyuanCausalConv3d conv_in_;
  nn::ModuleList<Hunyuan15UpBlock> up_blocks_;
  Hunyuan15MidBlock mid_block_;
  nn::PixelNorm norm_out_;
  HunyuanCausalConv3d conv_out_;
};

Hunyuan15Vae::Hunyuan15Vae(const Hunyuan15VaeConfig& config, const TensorOptions& options)
    : config_(config),
      encoder_(std::make_unique<Hunyuan15Encoder>(config, options)),
      decoder_(std::make_unique<Hunyuan15Decoder>(config, options)) {
  add_child("", *encoder_);
  add_child("", *decoder_);
}

Hunyuan15Vae::~Hunyuan15Vae() = default;

VaeTiling Hunyuan15Vae::default_tiling() const {
  return {.tile_sample_min_height = 256,
          .tile_sample_min_width = 256,
          .tile_overlap_factor_height = 0.25,
          .tile_overlap_factor_width = 0.25};
}

std::vector<VaeTiling> Hunyuan15Vae::smaller_tilings() const {
  std::vector<VaeTiling> tilings;
  for (const int64_t size : {192, 128}) {
    VaeTiling& tiling = tilings.emplace_back(default_tiling());
    tiling.tile_sample_min_height = tiling.tile_sample_min_width = size;
  }
  return tilings;
}

LatentPosterior Hunyuan15Vae::encode(const Tensor& video, const VaeOptions& options) {
  const torch::NoGradGuard no_grad;
  const auto whole = [&](const Tensor& x) { return encoder_->forward(x, options.on_block); };
  const auto halves = run_in_slices(video, options.slicing, [&](const Tensor& x) {
                        if (!options.tiling) return whole(x);
                        const TilePlan::Extent pixels = tile_extent(*options.tiling);
                        const double part = 1.0 / static_cast<double>(config_.spatial_compression_ratio);
                        const TilePlan plan = tile_plan(*options.tiling, pixels, scaled(pixels, part, part));
                        return run_in_tiles(x, plan, options, whole);
                      }).chunk(2, 1);
  return {halves[0], halves[1].clamp(-30.0, 20.0)};
}

Tensor Hunyuan15Vae::decode(const Tensor& latents, const Tensor&, const VaeOptions& options) {
  const torch::NoGradGuard no_grad;
  const auto whole = [&](const Tensor& z) { return decoder_->forward(z, options.on_block); };
  return run_in_slices(latents, options.slicing, [&](const Tensor& z) {
    if (!options.tiling) return whole(z);
    const TilePlan::Extent pixels = tile_extent(*options.tiling);
    const double part = 1.0 / static_cast<double>(config_.spatial_compression_ratio);
    return run_in_tiles(z, tile_plan(*options.tiling, scaled(pixels, part, part), pixels), options, whole);
  });
}

}  // namespace fw::families
