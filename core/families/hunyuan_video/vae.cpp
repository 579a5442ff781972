// SPDX-License-Identifier: Apache-2.0
#include "families/hunyuan_video/vae.h"

#include "families/hunyuan_video/vae_blocks.h"
#include "families/vae_tiling.h"
#include "nn/config_reader.h"
#include "nn/load.h"

namespace fw::families {

using torch::Tensor;
using torch::TensorOptions;

namespace {

/// Number of doublings that make `ratio`, at most `steps`; nullopt if none do.
std::optional<int64_t> doublings(int64_t ratio, int64_t steps) {
  for (int64_t n = 0; n <= steps; ++n)
    if (ratio == int64_t{1} << n) return n;
  return std::nullopt;
}

/// Keeps the groups of frames and does not tile the planes.
VaeTiling frames_alone(const VaeTiling& tiling) {
  return {.tile_sample_min_num_frames = tiling.tile_sample_min_num_frames,
          .tile_sample_stride_num_frames = tiling.tile_sample_stride_num_frames};
}

bool divides_all(int64_t groups, const std::vector<int64_t>& widths) {
  return std::ranges::all_of(widths, [&](int64_t width) { return width % groups == 0; });
}

}  // namespace

bool HunyuanVaeConfig::changes_space(size_t i) const {
  return static_cast<int64_t>(i) < *doublings(spatial_compression_ratio, 62);
}

bool HunyuanVaeConfig::changes_time(size_t i) const {
  const auto last = std::ssize(block_out_channels) - 1, stage = static_cast<ptrdiff_t>(i);
  return stage >= last - *doublings(temporal_compression_ratio, 62) && stage < last;
}

HunyuanVaeConfig HunyuanVaeConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "vae/config.json");
  HunyuanVaeConfig c;
  c.in_channels = read.size("in_channels", c.in_channels);
  c.out_channels = read.size("out_channels", c.out_channels);
  c.latent_channels = read.size("latent_channels", c.latent_channels);
  c.block_out_channels = read.sizes("block_out_channels", c.block_out_channels);
  c.layers_per_block = read.size("layers_per_block", c.layers_per_block);
  c.norm_num_groups = read.size("norm_num_groups", c.norm_num_groups);
  c.scaling_factor = read.number("scaling_factor", c.scaling_factor);
  c.spatial_compression_ratio = read.size("spatial_compression_ratio", c.spatial_compression_ratio);
  c.temporal_compression_ratio = read.size("temporal_compression_ratio", c.temporal_compression_ratio);
  c.mid_block_add_attention = read.boolean("mid_block_add_attention", c.mid_block_add_attention);
  read.expect("act_fn", "silu", "silu");
  const auto stages = std::ssize(c.block_out_channels);
  const auto of_stages = [&](const char* block) {
    return nlohmann::json(std::vector<std::string>(static_cast<size_t>(stages), block));
  };
  const nlohmann::json down = of_stages("HunyuanVideoDownBlock3D"), up = of_stages("HunyuanVideoUpBlock3D");
  read.expect("down_block_types", down, down);
  read.expect("up_block_types", up, up);
  read.require(divides_all(c.norm_num_groups, c.block_out_channels),
               "norm_num_groups does not divide block_out_channels");
  read.require(doublings(c.spatial_compression_ratio, stages).has_value() &&
                   doublings(c.temporal_compression_ratio, stages - 1).has_value(),
               "the compression ratios do not fit the number of blocks");
  read.finish();
  return c;
}

class HunyuanEncoder : public nn::Module {
 public:
  HunyuanEncoder(const HunyuanVaeConfig& c, const TensorOptions& options)
      : conv_in_(c.in_channels, c.block_out_channels.front(), 3, options),
        mid_block_(c.block_out_channels.back(), c.norm_num_groups, c.mid_block_add_attention, options),
        conv_norm_out_(c.norm_num_groups, c.block_out_channels.back(), 1e-6, options),
        conv_out_(c.block_out_channels.back(), 2 * c.latent_channels, 3, options),
        quant_conv_(2 * c.latent_channels, 2 * c.latent_channels, {1, 1, 1}, options) {
    add_child("encoder.conv_in", conv_in_);
    int64_t width = c.block_out_channels.front();
    for (size_t i = 0; i < c.block_out_channels.size(); ++i) {
      const int64_t next = c.block_out_channels[i];
      down_blocks_.emplace_back(width, next, c.layers_per_block, c.norm_num_groups,
                                HunyuanResize{c.changes_space(i), c.changes_time(i)}, options);
      width = next;
    }
    add_child("encoder.down_blocks", down_blocks_);
    add_child("encoder.mid_block", mid_block_);
    add_child("encoder.conv_norm_out", conv_norm_out_);
    add_child("encoder.conv_out", conv_out_);
    add_child("quant_conv", quant_conv_);
  }

  /// [B, 3, T, H, W] -> [B, 2 z, t, h, w]
  Tensor forward(const Tensor& video, const HunyuanBlockHook& on_block) const {
    Tensor x = conv_in_.forward(video);
    for (size_t i = 0; i < down_blocks_.size(); ++i) x = down_blocks_[i].forward(std::move(x), on_block);
    x = mid_block_.forward(std::move(x), on_block);
    x = hunyuan_normed_convolved(conv_norm_out_, std::move(x), conv_out_);
    return nn::convolve(x, quant_conv_, {1, 1, 1}, {0, 0, 0});
  }

 private:
  HunyuanCausalConv3d conv_in_;
  nn::ModuleList<HunyuanDownBlock> down_blocks_;
  HunyuanMidBlock mid_block_;
  nn::GroupNorm conv_norm_out_;
  HunyuanCausalConv3d conv_out_;
  nn::Convolution quant_conv_;
};

class HunyuanDecoder : public nn::Module {
 public:
  HunyuanDecoder(const HunyuanVaeConfig& c, const TensorOptions& options)
      : post_quant_conv_(c.latent_channels, c.latent_channels, {1, 1, 1}, options),
        conv_in_(c.latent_channels, c.block_out_channels.back(), 3, options),
        mid_block_(c.block_out_channels.back(), c.norm_num_groups, c.mid_block_add_attention, options),
        conv_norm_out_(c.norm_num_groups, c.block_out_channels.front(), 1e-6, options),
        conv_out_(c.block_out_channels.front(), c.out_channels, 3, options) {
    add_child("decoder.conv_in", conv_in_);
    int64_t width = c.block_out_channels.back();
    for (size_t i = 0; i < c.block_out_channels.size(); ++i) {
      const int64_t next = c.block_out_channels[c.block_out_channels.size() - 1 - i];
      up_blocks_.emplace_back(width, next, c.layers_per_block + 1, c.norm_num_groups,
                              HunyuanResize{c.changes_space(i), c.changes_time(i)}, options);
      width = next;
    }
    add_child("decoder.up_blocks", up_blocks_);
    add_child("decoder.mid_block", mid_block_);
    add_child("decoder.conv_norm_out", conv_norm_out_);
    add_child("decoder.conv_out", conv_out_);
    add_child("post_quant_conv", post_quant_conv_);
  }

  /// [B, z, t, h, w] -> [B, 3, T, H, W]
  Tensor forward(const Tensor& latents, const HunyuanBlockHook& on_block) const {
    Tensor x = conv_in_.forward(nn::convolve(latents, post_quant_conv_, {1, 1, 1}, {0, 0, 0}));
    x = mid_block_.forward(std::move(x), on_block);
    for (size_t i = 0; i < up_blocks_.size(); ++i) x = up_blocks_[i].forward(std::move(x), on_block);
    return hunyuan_normed_convolved(conv_norm_out_, std::move(x), conv_out_);
  }

 private:
  nn::Convolution post_quant_conv_;
  HunyuanCausalConv3d conv_in_;
  HunyuanMidBlock mid_block_;
  nn::ModuleList<HunyuanUpBlock> up_blocks_;
  nn::GroupNorm conv_norm_out_;
  HunyuanCausalConv3d conv_out_;
};

HunyuanVae::HunyuanVae(const HunyuanVaeConfig& config, const TensorOptions& options)
    : config_(config),
      encoder_(std::make_unique<HunyuanEncoder>(config, options)),
      decoder_(std::make_unique<HunyuanDecoder>(config, options)) {
  add_child("", *encoder_);
  add_child("", *decoder_);
}

HunyuanVae::~HunyuanVae() = default;

VaeTiling HunyuanVae::default_tiling() const {
  return {.tile_sample_min_height = 256,
          .tile_sample_min_width = 256,
          .tile_sample_stride_height = 192,
          .tile_sample_stride_width = 192,
          .tile_sample_min_num_frames = 16,
          .tile_sample_stride_num_frames = 12};
}

std::vector<VaeTiling> HunyuanVae::smaller_tilings() const {
  std::vector<VaeTiling> tilings{default_tiling()};
  VaeTiling& small = tilings.emplace_back(default_tiling());
  small.tile_sample_min_height = small.tile_sample_min_width = 128;
  small.tile_sample_stride_height = small.tile_sample_stride_width = 96;
  return tilings;
}

Tensor HunyuanVae::encode_sample(const Tensor& video, const VaeOptions& options) const {
  const TileUnits units{.space_out = config_.spatial_compression_ratio,
                        .time_out = config_.temporal_compression_ratio};
  return run_in_clip_tiles(video, options.tiling.value_or(frames_alone(default_tiling())), units,
                           SpareFrame::first, options,
                           [&](const Tensor& x) { return encoder_->forward(x, options.on_block); });
}

Tensor HunyuanVae::decode_sample(const Tensor& latents, const VaeOptions& options) const {
  const TileUnits units{.space_in = config_.spatial_compression_ratio,
                        .time_in = config_.temporal_compression_ratio};
  return run_in_clip_tiles(latents, options.tiling.value_or(frames_alone(default_tiling())), units,
                           SpareFrame::first, options,
                           [&](const Tensor& x) { return decoder_->forward(x, options.on_block); });
}

LatentPosterior HunyuanVae::encode(const Tensor& video, const VaeOptions& options) {
  const torch::NoGradGuard no_grad;
  const Tensor moments =
      run_in_slices(video, options.slicing, [&](const Tensor& x) { return encode_sample(x, options); });
  const auto halves = moments.chunk(2, 1);
  return {halves[0], halves[1].clamp(-30.0, 20.0)};
}

Tensor HunyuanVae::decode(const Tensor& latents, const Tensor&, const VaeOptions& options) {
  const torch::NoGradGuard no_grad;
  return run_in_slices(latents, options.slicing, [&](const Tensor& z) { return decode_sample(z, options); });
}

}  // namespace fw::families
