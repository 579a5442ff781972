// SPDX-License-Identifier: Apache-2.0
#include "families/mochi/vae.h"

#include <functional>
#include <numbers>
#include <numeric>

#include "families/mochi/vae_blocks.h"
#include "nn/config_reader.h"
#include "nn/video_convolution.h"

namespace fw::families {
namespace {

using torch::Tensor;
using torch::TensorOptions;

constexpr int64_t first_octave = 6, octaves = 2;  // of the Fourier features

int64_t product(const std::vector<int64_t>& factors) {
  return std::accumulate(factors.begin(), factors.end(), int64_t{1}, std::multiplies<>());
}

/// Colours, then sines and cosines of each for every octave, in float32: angles reach 800.
Tensor with_fourier_features(const Tensor& video) {
  const Tensor x = video.to(torch::kFloat32);
  const auto options = x.options();
  const Tensor octave = torch::arange(first_octave, first_octave + octaves, options);
  const Tensor frequency = torch::pow(2.0, octave) * (2 * std::numbers::pi);
  const Tensor angles = (x.unsqueeze(2) * frequency.view({1, 1, octaves, 1, 1, 1})).flatten(1, 2);
  return torch::cat({x, angles.sin(), angles.cos()}, 1).to(video.scalar_type());
}

/// One value per latent channel, if the file has the list.
std::vector<double> numbers(const nlohmann::json& json, const char* key, int64_t count,
                            nn::ConfigReader& read) {
  const auto found = json.is_object() ? json.find(key) : json.end();
  if (!json.is_object() || found == json.end() || found->is_null()) return {};
  const bool fits = found->is_array() && static_cast<int64_t>(found->size()) == count &&
                    std::ranges::all_of(*found, [](const nlohmann::json& n) { return n.is_number(); });
  read.require(fits, std::string(key) + " is not a list of one number a latent channel");
  return fits ? found->get<std::vector<double>>() : std::vector<double>();
}

}  // namespace

int64_t MochiVaeConfig::spatial_factor() const {
  return product(spatial_expansions);
}

int64_t MochiVaeConfig::temporal_factor() const {
  return product(temporal_expansions);
}

LatentScale MochiVaeConfig::latent_scale() const {
  LatentScale scale{.factor = scaling_factor};
  if (latents_mean.empty()) return scale;
  scale.mean = torch::tensor(latents_mean, torch::kFloat64);
  scale.deviation = torch::tensor(latents_std, torch::kFloat64);
  return scale;
}

MochiVaeConfig MochiVaeConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "vae/config.json");
  MochiVaeConfig c;
  c.in_channels = read.size("in_channels", c.in_channels);
  c.out_channels = read.size("out_channels", c.out_channels);
  c.latent_channels = read.size("latent_channels", c.latent_channels);
  c.encoder_block_out_channels = read.sizes("encoder_block_out_channels", c.encoder_block_out_channels);
  c.decoder_block_out_channels = read.sizes("decoder_block_out_channels", c.decoder_block_out_channels);
  c.layers_per_block = read.sizes("layers_per_block", c.layers_per_block);
  c.temporal_expansions = read.sizes("temporal_expansions", c.temporal_expansions);
  c.spatial_expansions = read.sizes("spatial_expansions", c.spatial_expansions);
  c.add_attention_block = read.booleans("add_attention_block", c.add_attention_block);
  c.scaling_factor = read.number("scaling_factor", c.scaling_factor);
  c.latents_mean = numbers(json, "latents_mean", c.latent_channels, read);
  c.latents_std = numbers(json, "latents_std", c.latent_channels, read);
  read.expect("act_fn", "silu", "silu");
  const size_t stages = c.encoder_block_out_channels.size();
  read.require(stages >= 2 && c.decoder_block_out_channels.size() == stages &&
                   c.layers_per_block.size() == stages + 1 && c.temporal_expansions.size() == stages - 1 &&
                   c.spatial_expansions.size() == stages - 1 && c.add_attention_block.size() == stages + 1,
               "lists are not as long as the stages are many");
  const auto in_groups = [](int64_t channels) { return channels % 32 == 0; };
  read.require(std::ranges::all_of(c.encoder_block_out_channels, in_groups) &&
                   std::ranges::all_of(c.decoder_block_out_channels, in_groups),
               "channels are no multiples of 32");
  read.require(c.in_channels == c.out_channels * (1 + 2 * octaves),
               "in_channels is not out_channels with their Fourier features");
  read.require(c.latents_mean.empty() == c.latents_std.empty(), "latents_mean is without latents_std");
  read.require(c.scaling_factor > 0, "scaling_factor is not above 0");
  read.finish();
  return c;
}

class MochiDownBlock : public nn::Module {
 public:
  MochiDownBlock(size_t stage, const MochiVaeConfig& config, const TensorOptions& options)
      : conv_in_(config.encoder_block_out_channels[stage], config.encoder_block_out_channels[stage + 1],
                 config.temporal_expansions[stage], config.spatial_expansions[stage],
                 MochiConv3d::Stride::kernel, options),
        resnets_(config.layers_per_block[stage + 1], config.encoder_block_out_channels[stage + 1],
                 config.add_attention_block[stage + 1], options) {
    add_child("conv_in", conv_in_);
    add_child("", resnets_);
  }
  Tensor forward(Tensor x, const VaeOptions& options) const {
    x = conv_in_.forward(x);
    return resnets_.forward(std::move(x), options);
  }

 private:
  MochiConv3d conv_in_;
  MochiResnets resnets_;
};

class MochiEncoder : public nn::Module {
 public:
  MochiEncoder(const MochiVaeConfig& config, const TensorOptions& options)
      : proj_in_(config.in_channels, config.encoder_block_out_channels.front(), nn::Bias::yes, options),
        block_in_(config.layers_per_block.front(), config.encoder_block_out_channels.front(),
                  config.add_attention_block.front(), options),
        block_out_(config.layers_per_block.back(), config.encoder_block_out_channels.back(),
                   config.add_attention_block.back(), options),
        norm_out_(config.encoder_block_out_channels.back(), options),
        proj_out_(config.encoder_block_out_channels.back(), 2 * config.latent_channels, nn::Bias::no,
                  options) {
    add_child("proj_in", proj_in_);
    add_child("block_in", block_in_);
    for (size_t i = 0; i < config.spatial_expansions.size(); ++i)
      down_blocks_.emplace_back(i, config, options);
    add_child("down_blocks", down_blocks_);
    add_child("block_out", block_out_);
    add_child("norm_out", norm_out_);
    add_child("proj_out", proj_out_);
  }

  /// @return  mean and logvar, [B, 2 z, t, h, w]
  Tensor forward(const Tensor& video, const VaeOptions& options) const {
    Tensor x = block_in_.forward(mochi_by_pixel(with_fourier_features(video), proj_in_), options);
    for (size_t i = 0; i < down_blocks_.size(); ++i) x = down_blocks_[i].forward(std::move(x), options);
    x = norm_out_.forward(block_out_.forward(std::move(x), options));
    return mochi_by_pixel(torch::silu_(x), proj_out_);
  }

 private:
  nn::Linear proj_in_;
  MochiResnets block_in_;
  nn::ModuleList<MochiDownBlock> down_blocks_;
  MochiResnets block_out_;
  MochiNorm norm_out_;
  nn::Linear proj_out_;
};

class MochiUpBlock : public nn::Module {
 public:
  /// @param stage  index in the lists of the configuration
  MochiUpBlock(size_t stage, const MochiVaeConfig& config, const TensorOptions& options)
      : time_(config.temporal_expansions[stage]),
        space_(config.spatial_expansions[stage]),
        resnets_(config.layers_per_block[stage + 1], config.decoder_block_out_channels[stage + 1], false,
                 options),
        proj_(config.decoder_block_out_channels[stage + 1],
              config.decoder_block_out_channels[stage] * time_ * space_ * space_, nn::Bias::yes, options) {
    add_child("", resnets_);
    add_child("proj", proj_);
  }

  /// Moves channels into pixels, ordered (channel, frame, row, column).
  Tensor forward(Tensor x, const VaeOptions& options) const {
    const Tensor cells = mochi_by_pixel(resnets_.forward(std::move(x), options), proj_)
                             .unflatten(1, {-1, time_, space_, space_})
                             .permute({0, 1, 5, 2, 6, 3, 7, 4});  // [B, C, T, time, H, space, W, space]
    Tensor y = torch::empty(
        {cells.size(0), cells.size(1), cells.size(2) * time_, cells.size(4) * space_, cells.size(6) * space_},
        cells.options().memory_format(nn::video_memory_format(cells)));
    y.unflatten(4, {-1, space_}).unflatten(3, {-1, space_}).unflatten(2, {-1, time_}).copy_(cells);
    return y;
  }

 private:
  int64_t time_, space_;
  MochiResnets resnets_;
  nn::Linear proj_;
};

class MochiDecoder : public nn::Module {
 public:
  MochiDecoder(const MochiVaeConfig& config, const TensorOptions& options)
      : conv_in_(config.latent_channels, config.decoder_block_out_channels.back(), {1, 1, 1}, options),
        block_in_(config.layers_per_block.back(), config.decoder_block_out_channels.back(), false, options),
        block_out_(config.layers_per_block.front(), config.decoder_block_out_channels.front(), false,
                   options),
        proj_out_(config.decoder_block_out_channels.front(), config.out_channels, nn::Bias::yes, options) {
    add_child("conv_in", conv_in_);
    add_child("block_in", block_in_);
    for (size_t stage = config.spatial_expansions.size(); stage-- > 0;)
      up_blocks_.emplace_back(stage, config, options);
    add_child("up_blocks", up_blocks_);
    add_child("block_out", block_out_);
    add_child("proj_out", proj_out_);
  }

  /// @return  [B, 3, 6 t, 8 h, 8 w]
  Tensor forward(const Tensor& latents, const VaeOptions& options) const {
    Tensor x = nn::convolve(latents, conv_in_, {1, 1, 1}, {0, 0, 0});
    x = block_in_.forward(std::move(x), options);
    for (size_t i = 0; i < up_blocks_.size(); ++i) x = up_blocks_[i].forward(std::move(x), options);
    x = block_out_.forward(std::move(x), options);
    return mochi_by_pixel(torch::silu_(x), proj_out_);
  }

 private:
  nn::Convolution conv_in_;
  MochiResnets block_in_;
  nn::ModuleList<MochiUpBlock> up_blocks_;
  MochiResnets block_out_;
  nn::Linear proj_out_;
};

MochiVae::MochiVae(const MochiVaeConfig& config, const TensorOptions& options)
    : config_(config),
      encoder_(std::make_unique<MochiEncoder>(config, options)),
      decoder_(std::make_unique<MochiDecoder>(config, options)) {
  add_child("encoder", *encoder_);
  add_child("decoder", *decoder_);
}

MochiVae::~MochiVae() = default;

VaeTiling MochiVae::default_tiling() const {
  return {.tile_sample_min_height = 256,
          .tile_sample_min_width = 256,
          .tile_sample_stride_height = 192,
          .tile_sample_stride_width = 192};
}

std::vector<VaeTiling> MochiVae::smaller_tilings() const {
  std::vector<VaeTiling> tilings;
  for (const int64_t size : {192, 128}) {
    VaeTiling& tiling = tilings.emplace_back();
    tiling.tile_sample_min_height = tiling.tile_sample_min_width = size;
    tiling.tile_sample_stride_height = tiling.tile_sample_stride_width = size * 3 / 4;
  }
  return tilings;
}

Tensor MochiVae::encode_sample(const Tensor& video, const VaeOptions& options) const {
  const auto whole = [&](const Tensor& x) { return encoder_->forward(x, options); };
  if (!options.tiling) return whole(video);
  return run_in_tiles(video, plane_tiles(*options.tiling, 1, config_.spatial_factor()), options, whole);
}

Tensor MochiVae::decode_sample(const Tensor& latents, const VaeOptions& options) const {
  // A latent frame decodes to six; of the first one, only the last belongs to the clip.
  const int64_t spare = options.keep_spare_frames ? 0 : config_.temporal_factor() - 1;
  const auto whole = [&](const Tensor& x) { return decoder_->forward(x, options).slice(2, spare); };
  if (!options.tiling) return whole(latents);
  return run_in_tiles(latents, plane_tiles(*options.tiling, config_.spatial_factor(), 1), options, whole);
}

LatentPosterior MochiVae::encode(const Tensor& video, const VaeOptions& options) {
  const torch::NoGradGuard no_grad;
  const auto moments = run_in_slices(video, options.slicing, [&](const Tensor& x) {
                         return encode_sample(x, options);
                       }).chunk(2, 1);
  return {moments[0], moments[1].clamp(-30.0, 20.0)};
}

Tensor MochiVae::decode(const Tensor& latents, const Tensor&, const VaeOptions& options) {
  const torch::NoGradGuard no_grad;
  return run_in_slices(latents, options.slicing, [&](const Tensor& z) { return decode_sample(z, options); });
}

}  // namespace fw::families
