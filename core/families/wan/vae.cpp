// SPDX-License-Identifier: Apache-2.0
#include "families/wan/vae.h"

#include <algorithm>
#include <bit>

#include "families/wan/vae_blocks.h"
#include "nn/config_reader.h"

namespace fw::families {

using torch::Tensor;
using torch::TensorOptions;

namespace {

/// Large frames pass through a level a few at a time, to limit its memory. Small frames pass in larger
/// groups, since a convolution reads three frames to compute one.
constexpr int64_t wan_pixels_at_once = 800'000, wan_most_frames = 8;

/// Number of frames that pass through a level at a time. @param least  a power of 2
int64_t wan_frames_at_once(int64_t height, int64_t width, int64_t least) {
  const int64_t fit = std::clamp(wan_pixels_at_once / (height * width), least, wan_most_frames);
  return static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(fit)));
}

/// Reads a list of one number per latent channel, which the file must have.
std::vector<double> wan_numbers(const nlohmann::json& json, const char* key, int64_t count,
                                nn::ConfigReader& read) {
  const nlohmann::json list = json.is_object() ? json.value(key, nlohmann::json()) : nlohmann::json();
  const bool fits = list.is_array() && static_cast<int64_t>(list.size()) == count &&
                    std::ranges::all_of(list, [](const nlohmann::json& n) { return n.is_number(); });
  read.require(fits, std::string(key) + " is not a list of one number a latent channel");
  return fits ? list.get<std::vector<double>>() : std::vector<double>();
}

/// Whether each level's shortcut can repeat or average whole groups of channels.
bool wan_shortcuts_fit(const WanVaeConfig& c) {
  const auto whole = [](int64_t large, int64_t small) { return large % small == 0; };
  for (size_t i = 0; i < c.levels(); ++i) {
    const int64_t before = c.dim_mult[i == 0 ? 0 : i - 1], own = c.dim_mult[i];
    const bool last = i + 1 == c.levels();
    const int64_t time = !last && c.temperal_downsample[i] ? 2 : 1, cell = last ? 1 : 4 * time;
    if (!whole((i == 0 ? c.dim_mult[0] * c.base_dim : before * c.base_dim) * cell, own * c.base_dim))
      return false;
  }
  for (size_t i = 1; i + 1 < c.levels(); ++i) {
    const int64_t wide = c.dim_mult[i + 1], own = c.dim_mult[i];
    if (!whole(own, wide) && !(whole(wide, own) && whole(4, wide / own))) return false;
  }
  return true;
}

}  // namespace

int64_t WanVaeConfig::temporal_factor() const {
  return int64_t{1} << std::ranges::count(temperal_downsample, true);
}

WanVaeConfig WanVaeConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "vae/config.json");
  WanVaeConfig c;
  c.base_dim = read.size("base_dim", c.base_dim);
  c.decoder_base_dim = read.optional_size("decoder_base_dim").value_or(c.base_dim);
  c.z_dim = read.size("z_dim", c.z_dim);
  c.dim_mult = read.sizes("dim_mult", c.dim_mult);
  c.num_res_blocks = read.size("num_res_blocks", c.num_res_blocks);
  c.temperal_downsample = read.booleans("temperal_downsample", c.temperal_downsample);
  c.is_residual = read.boolean("is_residual", c.is_residual);
  c.in_channels = read.size("in_channels", c.in_channels);
  c.out_channels = read.size("out_channels", c.out_channels);
  c.patch_size = read.optional_size("patch_size").value_or(c.patch_size);
  c.latents_mean = wan_numbers(json, "latents_mean", c.z_dim, read);
  c.latents_std = wan_numbers(json, "latents_std", c.z_dim, read);
  read.expect("attn_scales", nlohmann::json::array(), nlohmann::json::array());
  const bool levels_fit = c.temperal_downsample.size() + 1 == c.dim_mult.size();
  read.require(levels_fit,
               "temperal_downsample does not say of each level but the last whether it halves the frames");
  read.require(c.in_channels == c.out_channels && c.in_channels == 3 * c.patch_size * c.patch_size,
               "in_channels or out_channels are not the colours of a patch");
  read.require(c.is_residual || c.base_dim % 2 == 0 || c.dim_mult.size() == 1 || c.dim_mult[1] % 2 == 0,
               "the decoder's widths cannot be halved");
  if (levels_fit) {
    read.expect("scale_factor_spatial", c.spatial_factor(), 8);
    read.expect("scale_factor_temporal", c.temporal_factor(), 4);
    read.require(!c.is_residual || wan_shortcuts_fit(c), "dim_mult does not suit is_residual");
  }
  read.finish();
  return c;
}

/// Resnet blocks, then halving of height, width and possibly frames in every level except the last. In 2.2, a
/// shortcut from the level's input is added to its output.
class WanDownLevel : public nn::Module {
 public:
  WanDownLevel(int64_t in_channels, int64_t out_channels, size_t level, const WanVaeConfig& config,
               const TensorOptions& options)
      : out_channels_(out_channels), is_residual_(config.is_residual) {
    const bool is_last = level + 1 == config.levels(),
               in_time = !is_last && config.temperal_downsample[level];
    if (!is_last) factors_ = {in_time ? 2 : 1, 2};
    // 2.1 has the blocks of all levels in one list.
    const int64_t first = static_cast<int64_t>(level) * (config.num_res_blocks + 1);
    const std::string list = "down_blocks.", own = list + std::to_string(level);
    for (int64_t i = 0; i < config.num_res_blocks; ++i)
      resnets_.push_back(
          std::make_unique<WanResnetBlock>(i == 0 ? in_channels : out_channels, out_channels, options));
    for (int64_t i = 0; i < config.num_res_blocks; ++i)
      add_child(is_residual_ ? own + ".resnets." + std::to_string(i) : list + std::to_string(first + i),
                *resnets_[static_cast<size_t>(i)]);
    if (!is_last)
      add_child(is_residual_ ? own + ".downsampler" : list + std::to_string(first + config.num_res_blocks),
                downsampler_.emplace(out_channels, in_time, options));
  }

  int64_t halves_frames() const { return factors_.time == 2; }

  Tensor forward(const Tensor& x, WanPass& pass) const {
    Tensor y = x;
    for (const auto& resnet : resnets_) y = resnet->forward(y, pass);
    if (downsampler_) y = downsampler_->forward(y, pass);
    return is_residual_ ? y.add_(wan_averaged(x, out_channels_, factors_)) : y;
  }

 private:
  int64_t out_channels_;
  bool is_residual_;
  WanFactors factors_;
  std::vector<std::unique_ptr<WanResnetBlock>> resnets_;
  std::optional<WanDownsample> downsampler_;
};

class WanEncoder : public nn::Module {
 public:
  WanEncoder(const WanVaeConfig& c, const TensorOptions& options)
      : conv_in_(c.in_channels, c.base_dim * c.dim_mult.front(), 3, 3, options),
        mid_block_(c.base_dim * c.dim_mult.back(), options),
        norm_out_(c.base_dim * c.dim_mult.back(), 3, options),
        conv_out_(c.base_dim * c.dim_mult.back(), 2 * c.z_dim, 3, 3, options),
        quant_conv_(2 * c.z_dim, 2 * c.z_dim, 1, 1, options),
        temporal_factor_(c.temporal_factor()) {
    add_child("encoder.conv_in", conv_in_);
    for (size_t i = 0; i < c.levels(); ++i) {
      levels_.push_back(std::make_unique<WanDownLevel>(c.base_dim * c.dim_mult[i == 0 ? 0 : i - 1],
                                                       c.base_dim * c.dim_mult[i], i, c, options));
      add_child("encoder", *levels_.back());
    }
    add_child("encoder.mid_block", mid_block_);
    add_child("encoder.norm_out", norm_out_);
    add_child("encoder.conv_out", conv_out_);
    add_child("quant_conv", quant_conv_);
  }

  /// @param video  [B, 3 p p, T, H / p, W / p] @return [B, 2 z, t, h, w]
  Tensor forward(const Tensor& video, const VaeOptions& options) const {
    const int64_t frames = 1 + (video.size(2) - 1) / temporal_factor_ * temporal_factor_;
    WanPass pass(options.on_block);
    std::vector<Tensor> parts{encode(video.narrow(2, 0, 1), pass)};
    pass.is_first = false;
    if (frames > 1)
      for (const Tensor& piece :
           video.narrow(2, 1, frames - 1).split(frames_before(levels_.size(), video), 2))
        parts.push_back(encode(piece, pass));
    return torch::cat(parts, 2);
  }

 private:
  Tensor encode(const Tensor& video, WanPass& pass) const {
    Tensor x = mid_block_.forward(through(levels_.size(), video, pass), pass);
    x = wan_normed_convolved(norm_out_, std::move(x), conv_out_, pass);
    return quant_conv_.forward(x, pass);
  }

  /// Number of video frames that yield the frames to pass through `level` at a time.
  int64_t frames_before(size_t level, const Tensor& video) const {
    int64_t one = 1;  // video frames per frame at that level
    for (size_t i = 0; i < level; ++i) one *= levels_[i]->halves_frames() ? 2 : 1;
    const int64_t least = level < levels_.size() && levels_[level]->halves_frames() ? 2 : 1;
    const size_t halvings = std::min(level, levels_.size() - 1);
    return one * wan_frames_at_once(video.size(3) >> halvings, video.size(4) >> halvings, least);
  }

  /// Runs these frames through the levels before `level`.
  Tensor through(size_t level, const Tensor& video, WanPass& pass) const {
    if (level == 0) return conv_in_.forward(video.contiguous(nn::video_memory_format(video)), pass);
    const int64_t frames = frames_before(level - 1, video);
    if (video.size(2) <= frames) return levels_[level - 1]->forward(through(level - 1, video, pass), pass);
    std::vector<Tensor> parts;
    for (const Tensor& piece : video.split(frames, 2)) parts.push_back(through(level, piece, pass));
    return torch::cat(parts, 2);
  }

  WanCausalConv3d conv_in_;
  std::vector<std::unique_ptr<WanDownLevel>> levels_;
  WanMidBlock mid_block_;
  nn::PixelNorm norm_out_;
  WanCausalConv3d conv_out_, quant_conv_;
  int64_t temporal_factor_;
};

/// Resnet blocks, then doubling of height, width and possibly frames in every level except the last. In 2.2,
/// these levels have a shortcut from input to output.
class WanUpLevel : public nn::Module {
 public:
  /// @param level  in the order in which the decoder runs them
  WanUpLevel(int64_t in_channels, int64_t out_channels, size_t level, const WanVaeConfig& config,
             const TensorOptions& options)
      : is_residual_(config.is_residual) {
    const bool is_last = level + 1 == config.levels();
    const bool in_time = !is_last && config.temperal_downsample[config.levels() - 2 - level];
    for (int64_t i = 0; i <= config.num_res_blocks; ++i)
      resnets_.emplace_back(i == 0 ? in_channels : out_channels, out_channels, options);
    add_child("resnets", resnets_);
    if (is_last) return;
    factors_ = {in_time ? 2 : 1, 2};
    add_child(
        is_residual_ ? "upsampler" : "upsamplers.0",
        upsampler_.emplace(out_channels, is_residual_ ? out_channels : out_channels / 2, in_time, options));
  }

  Tensor forward(const Tensor& x, WanPass& pass) const {
    Tensor y = x;
    for (size_t i = 0; i < resnets_.size(); ++i) y = resnets_[i].forward(y, pass);
    if (!upsampler_) return y;
    pass.start_block();
    y = upsampler_->forward(y, pass);
    if (is_residual_) wan_add_repeated(x, factors_, y);
    return y;
  }

 private:
  bool is_residual_;
  WanFactors factors_;
  nn::ModuleList<WanResnetBlock> resnets_;
  std::optional<WanUpsample> upsampler_;
};

class WanDecoder : public nn::Module {
 public:
  /// Receives the decoded frames in order, [B, 3 p p, T, H / p, W / p] at a time.
  using Sink = std::function<void(const Tensor& frames)>;

  WanDecoder(const WanVaeConfig& c, const TensorOptions& options)
      : post_quant_conv_(c.z_dim, c.z_dim, 1, 1, options),
        conv_in_(c.z_dim, c.decoder_base_dim * c.dim_mult.back(), 3, 3, options),
        mid_block_(c.decoder_base_dim * c.dim_mult.back(), options),
        norm_out_(c.decoder_base_dim * c.dim_mult.front(), 3, options),
        conv_out_(c.decoder_base_dim * c.dim_mult.front(), c.out_channels, 3, 3, options) {
    add_child("post_quant_conv", post_quant_conv_);
    add_child("decoder.conv_in", conv_in_);
    add_child("decoder.mid_block", mid_block_);
    int64_t width = c.decoder_base_dim * c.dim_mult.back();
    for (size_t i = 0; i < c.levels(); ++i) {
      const int64_t own = c.decoder_base_dim * c.dim_mult[c.levels() - 1 - i];
      up_blocks_.emplace_back(width, own, i, c, options);
      width = c.is_residual ? own : own / 2;
    }
    add_child("decoder.up_blocks", up_blocks_);
    add_child("decoder.norm_out", norm_out_);
    add_child("decoder.conv_out", conv_out_);
  }

  /// @param latents  [B, z, t, h, w]
  void forward(const Tensor& latents, const VaeOptions& options, const Sink& sink) const {
    WanPass pass(options.on_block);
    decode(latents.narrow(2, 0, 1), pass, sink);
    pass.is_first = false;
    if (latents.size(2) == 1) return;
    const int64_t frames = wan_frames_at_once(latents.size(3), latents.size(4), 1);
    for (const Tensor& piece : latents.narrow(2, 1, latents.size(2) - 1).split(frames, 2))
      decode(piece, pass, sink);
  }

 private:
  void decode(const Tensor& latents, WanPass& pass, const Sink& sink) const {
    Tensor x = post_quant_conv_.forward(latents.contiguous(nn::video_memory_format(latents)), pass);
    up(0, mid_block_.forward(conv_in_.forward(x, pass), pass), pass, sink);
  }

  /// Runs level `level` and those after it, then the output layers.
  void up(size_t level, const Tensor& x, WanPass& pass, const Sink& sink) const {
    if (level == up_blocks_.size()) return sink(wan_normed_convolved(norm_out_, x, conv_out_, pass));
    for (const Tensor& piece : x.split(wan_frames_at_once(x.size(3), x.size(4), 1), 2))
      up(level + 1, up_blocks_[level].forward(piece, pass), pass, sink);
  }

  WanCausalConv3d post_quant_conv_, conv_in_;
  WanMidBlock mid_block_;
  nn::ModuleList<WanUpLevel> up_blocks_;
  nn::PixelNorm norm_out_;
  WanCausalConv3d conv_out_;
};

WanVae::WanVae(const WanVaeConfig& config, const TensorOptions& options)
    : config_(config),
      encoder_(std::make_unique<WanEncoder>(config, options)),
      decoder_(std::make_unique<WanDecoder>(config, options)) {
  add_child("", *encoder_);
  add_child("", *decoder_);
}

WanVae::~WanVae() = default;

LatentScale WanVae::latent_scale() const {
  return {.mean = torch::tensor(config_.latents_mean, torch::kFloat64),
          .deviation = torch::tensor(config_.latents_std, torch::kFloat64)};
}

VaeTiling WanVae::default_tiling() const {
  return {.tile_sample_min_height = 256,
          .tile_sample_min_width = 256,
          .tile_sample_stride_height = 192,
          .tile_sample_stride_width = 192};
}

std::vector<VaeTiling> WanVae::smaller_tilings() const {
  std::vector<VaeTiling> tilings;
  for (const int64_t size : {192, 128}) {
    VaeTiling& tiling = tilings.emplace_back();
    tiling.tile_sample_min_height = tiling.tile_sample_min_width = size;
    tiling.tile_sample_stride_height = tiling.tile_sample_stride_width = size * 3 / 4;
  }
  return tilings;
}

Tensor WanVae::encode_sample(const Tensor& video, const VaeOptions& options) const {
  const Tensor x = wan_patches(video, config_.patch_size);
  const auto whole = [&](const Tensor& part) { return encoder_->forward(part, options); };
  const int64_t ratio = config_.spatial_factor() / config_.patch_size;
  if (!options.tiling) return whole(x);
  return run_in_tiles(x, plane_tiles(*options.tiling, 1, ratio), options, whole);
}

Tensor WanVae::decode_sample(const Tensor& latents, const VaeOptions& options) const {
  const int64_t patch = config_.patch_size, ratio = config_.spatial_factor();
  const int64_t frames = (latents.size(2) - 1) * config_.temporal_factor() + 1;
  const auto whole = [&](const Tensor& part) {
    const int64_t height = part.size(3) * ratio / patch, width = part.size(4) * ratio / patch;
    const Tensor made =
        torch::empty({part.size(0), config_.out_channels, frames, height, width}, part.options());
    int64_t next = 0;
    decoder_->forward(part, options, [&](const Tensor& piece) {
      made.narrow(2, next, piece.size(2)).copy_(piece);
      next += piece.size(2);
    });
    return made;
  };
  const Tensor made = options.tiling
                          ? run_in_tiles(latents, plane_tiles(*options.tiling, ratio, patch), options, whole)
                          : whole(latents);
  return wan_pixels(made, patch).clamp_(-1, 1);
}

LatentPosterior WanVae::encode(const Tensor& video, const VaeOptions& options) {
  const torch::NoGradGuard no_grad;
  const auto moments = run_in_slices(video, options.slicing, [&](const Tensor& x) {
                         return encode_sample(x, options);
                       }).chunk(2, 1);
  return {moments[0], moments[1].clamp(-30.0, 20.0)};
}

Tensor WanVae::decode(const Tensor& latents, const Tensor&, const VaeOptions& options) {
  const torch::NoGradGuard no_grad;
  return run_in_slices(latents, options.slicing, [&](const Tensor& z) { return decode_sample(z, options); });
}

}  // namespace fw::families
