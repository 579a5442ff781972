// SPDX-License-Identifier: Apache-2.0
#include "families/cogvideox/vae.h"

#include "families/vae_tiling.h"
#include "nn/config_reader.h"
#include "nn/load.h"
#include "nn/video_convolution.h"

namespace fw::families {

using torch::Tensor;
using torch::TensorOptions;

namespace {

constexpr int64_t encoder_frame_batch = 8;  // pixel frames
constexpr int64_t decoder_frame_batch = 2;  // latent frames
constexpr int64_t history = 2;              // frames that a convolution keeps: kernel size - 1
constexpr nn::FrameRoom room{.before = history};

/// State of one pass through the network: the frames that each causal convolution keeps from the previous
/// batch of frames (in the order in which the convolutions run), and the caller's hook.
class Pass {
 public:
  explicit Pass(const std::function<void()>& on_block) : on_block_(on_block) {}
  void start_batch() { next_ = 0; }
  void start_block() const {
    if (on_block_) on_block_();
  }
  /// Undefined on the first batch.
  Tensor& kept_frames() {
    if (next_ == kept_.size()) kept_.emplace_back();
    return kept_[next_++];
  }

 private:
  const std::function<void()>& on_block_;
  std::vector<Tensor> kept_;
  size_t next_ = 0;
};

/// Views [B, C, T, H, W] as [B T, C, H, W], without a copy if the memory format allows it, and back.
Tensor frames_as_images(const Tensor& x) {
  return x.transpose(1, 2).flatten(0, 1);
}
Tensor images_as_frames(const Tensor& x, int64_t batch) {
  return x.unflatten(0, {batch, -1}).transpose(1, 2);
}

}  // namespace

/// 3x3x3 convolution over the current and the two previous frames.
class CogVideoXCausalConv3d : public nn::Module {
 public:
  CogVideoXCausalConv3d(int64_t in_channels, int64_t out_channels, const TensorOptions& options)
      : conv_(in_channels, out_channels, {history + 1, 3, 3}, options) {
    add_child("conv", conv_);
  }

  /// @param x  filled except for its padding, which is filled here
  Tensor forward(const nn::PaddedFrames& x, Pass& pass) const {
    Tensor& kept = pass.kept_frames();
    x.all.narrow(2, 0, history).copy_(kept.defined() ? kept : x.all.narrow(2, history, 1));
    kept = x.all.narrow(2, x.all.size(2) - history, history).clone();
    return nn::convolve(x.all, conv_, {1, 1, 1}, {0, 1, 1});
  }
  Tensor forward(const Tensor& x, Pass& pass) const {
    const nn::PaddedFrames padded(x, room);
    padded.frames().copy_(x);
    return forward(padded, pass);
  }

 private:
  nn::Convolution conv_;
};

/// Convolution with a 1x1x1 kernel, named as in the checkpoint.
class CogVideoXPointwise : public nn::Module {
 public:
  CogVideoXPointwise(int64_t in_channels, int64_t out_channels, const TensorOptions& options)
      : conv_(in_channels, out_channels, {1, 1, 1}, options) {
    add_child("conv", conv_);
  }
  Tensor forward(const Tensor& x) const { return nn::convolve(x, conv_, {1, 1, 1}, {0, 0, 0}); }

 private:
  nn::Convolution conv_;
};

/// Group norm; in the decoder it is scaled and shifted per position by projections of the latent.
class CogVideoXNorm : public nn::Module {
 public:
  /// @param latent_channels  0: a plain group norm, as in the encoder
  CogVideoXNorm(int64_t channels, int64_t latent_channels, const CogVideoXVaeConfig& config, double eps,
                const TensorOptions& options)
      : norm_(config.norm_num_groups, channels, latent_channels ? 1e-6 : eps, options) {
    if (!latent_channels) {
      add_child("", norm_);
      return;
    }
    add_child("norm_layer", norm_);
    add_child("conv_y", scale_.emplace(latent_channels, channels, options));
    add_child("conv_b", shift_.emplace(latent_channels, channels, options));
  }

  /// @param x       [B, C, T, H, W]
  /// @param latent  [B, z, t, h, w]; undefined in the encoder
  /// @param to      receives the result; a view of x's shape
  void forward(const Tensor& x, const Tensor& latent, const Tensor& to) const {
    norm_.normalise(x, to);
    if (!scale_) return;
    // diffusers upsamples the latent and convolves afterwards. A 1x1x1 kernel commutes with repeating values,
    // so the small latent is convolved and the products are repeated, without a copy over space.
    const auto spread = [&](const Tensor& t) {  // [B, C, t, h, w] -> [B, C, T, h, 1, w, 1]
      return repeat_frames(t, x.size(2)).contiguous(nn::video_memory_format(x)).unsqueeze(5).unsqueeze(4);
    };
    const Tensor scale = spread(scale_->forward(latent)), shift = spread(shift_->forward(latent));
    Tensor cells = to.unflatten(4, {latent.size(4), -1}).unflatten(3, {latent.size(3), -1});
    torch::addcmul_out(cells, shift, cells, scale);
  }

 private:
  /// Nearest upsampling over time; keeps the first frame separate if the number of frames is odd.
  static Tensor repeat_frames(const Tensor& x, int64_t frames) {
    if (frames == x.size(2)) return x;
    const int64_t apart = frames > 1 ? frames % 2 : 0, others = x.size(2) - apart;
    TORCH_CHECK((frames - apart) % others == 0, "latent frames do not divide the frames");
    const Tensor repeated = x.narrow(2, apart, others).repeat_interleave((frames - apart) / others, 2);
    return apart == 0 ? repeated : torch::cat({x.narrow(2, 0, apart), repeated}, 2);
  }

  nn::GroupNorm norm_;
  std::optional<CogVideoXPointwise> scale_, shift_;
};

namespace {

/// conv(silu(norm(x))). If x is moved in, it is freed before the result is allocated.
Tensor normed_convolved(const CogVideoXNorm& norm, Tensor x, const Tensor& latent,
                        const CogVideoXCausalConv3d& conv, Pass& pass) {
  const nn::PaddedFrames padded(x, room);
  Tensor frames = padded.frames();
  norm.forward(x, latent, frames);
  torch::silu_(frames);
  x.reset();
  return conv.forward(padded, pass);
}

}  // namespace

class CogVideoXResnetBlock : public nn::Module {
 public:
  CogVideoXResnetBlock(int64_t in_channels, int64_t out_channels, int64_t latent_channels,
                       const CogVideoXVaeConfig& config, const TensorOptions& options)
      : norm1_(in_channels, latent_channels, config, config.norm_eps, options),
        norm2_(out_channels, latent_channels, config, config.norm_eps, options),
        conv1_(in_channels, out_channels, options),
        conv2_(out_channels, out_channels, options) {
    add_child("norm1", norm1_);
    add_child("norm2", norm2_);
    add_child("conv1", conv1_);
    add_child("conv2", conv2_);
    if (in_channels != out_channels)
      add_child("conv_shortcut",
                conv_shortcut_.emplace(in_channels, out_channels, torch::IntArrayRef{1, 1, 1}, options));
  }

  /// [B, C_in, T, H, W] -> [B, C_out, T, H, W]
  Tensor forward(const Tensor& x, const Tensor& latent, Pass& pass) const {
    pass.start_block();
    Tensor y = normed_convolved(norm1_, x, latent, conv1_, pass);
    y = normed_convolved(norm2_, std::move(y), latent, conv2_, pass);
    return y.add_(conv_shortcut_ ? nn::convolve(x, *conv_shortcut_, {1, 1, 1}, {0, 0, 0}) : x);
  }

 private:
  CogVideoXNorm norm1_, norm2_;
  CogVideoXCausalConv3d conv1_, conv2_;
  std::optional<nn::Convolution> conv_shortcut_;
};

/// Halves height and width by a strided convolution; if requested, first halves the frames by averaging
/// pairs. The first of an odd number of frames is kept.
class CogVideoXDownsample : public nn::Module {
 public:
  CogVideoXDownsample(int64_t channels, bool compress_time, const TensorOptions& options)
      : conv_(channels, channels, {3, 3}, options), compress_time_(compress_time) {
    add_child("conv", conv_);
  }

  Tensor forward(Tensor x) const {
    if (compress_time_ && x.size(2) > 1) {
      const int64_t apart = x.size(2) % 2;
      const Tensor pairs = x.narrow(2, apart, x.size(2) - apart).unflatten(2, {-1, 2}).mean(3);
      x = apart ? torch::cat({x.narrow(2, 0, 1), pairs}, 2) : pairs;
    }
    const Tensor images = torch::constant_pad_nd(frames_as_images(x), {0, 1, 0, 1});  // right and bottom only
    return images_as_frames(nn::convolve(images, conv_, {2, 2}, {0, 0}), x.size(0));
  }

 private:
  nn::Convolution conv_;
  bool compress_time_;
};

/// Doubles height and width by nearest upsampling, then convolves each frame; if requested, doubles the
/// frames too. The first of an odd number of frames is not doubled.
class CogVideoXUpsample : public nn::Module {
 public:
  CogVideoXUpsample(int64_t channels, bool compress_time, const TensorOptions& options)
      : conv_(channels, channels, {3, 3}, options), compress_time_(compress_time) {
    add_child("conv", conv_);
  }

  Tensor forward(const Tensor& x) const {
    const Tensor images = frames_as_images(x);
    const Tensor y = images_as_frames(enlarged(images), x.size(0));
    if (!compress_time_ || x.size(2) == 1) return y;
    // The convolution works per frame, so repeating frames after it halves the work.
    const int64_t apart = x.size(2) % 2, pairs = x.size(2) - apart;
    Tensor doubled = torch::empty({y.size(0), y.size(1), apart + 2 * pairs, y.size(3), y.size(4)},
                                  y.options().memory_format(nn::video_memory_format(y)));
    if (apart) doubled.narrow(2, 0, 1).copy_(y.narrow(2, 0, 1));
    doubled.narrow(2, apart, 2 * pairs)
        .unflatten(2, {pairs, 2})
        .copy_(y.narrow(2, apart, pairs).unsqueeze(3));
    return doubled;
  }

 private:
  Tensor enlarged(const Tensor& images) const {
    const std::vector<int64_t> size{2 * images.size(2), 2 * images.size(3)};
    if (nn::adds_up_taps(images))
      return nn::convolve_doubled(torch::constant_pad_nd(images, {1, 1, 1, 1}), conv_, size);
    return nn::convolve(torch::upsample_nearest2d(images, size), conv_, {1, 1}, {1, 1});
  }

  nn::Convolution conv_;
  bool compress_time_;
};

/// Resnet blocks, followed by an optional change of resolution.
template <class Sampler>
class CogVideoXStage : public nn::Module {
 public:
  void add_resnets(int64_t count, int64_t in_channels, int64_t out_channels, int64_t latent_channels,
                   const CogVideoXVaeConfig& config, const TensorOptions& options) {
    for (int64_t i = 0; i < count; ++i)
      resnets_.emplace_back(i == 0 ? in_channels : out_channels, out_channels, latent_channels, config,
                            options);
    add_child("resnets", resnets_);
  }
  void add_sampler(const char* name, int64_t channels, bool compress_time, const TensorOptions& options) {
    add_child(name, sampler_.emplace(channels, compress_time, options));
  }

  Tensor forward(Tensor x, const Tensor& latent, Pass& pass) const {
    for (size_t i = 0; i < resnets_.size(); ++i) x = resnets_[i].forward(x, latent, pass);
    return sampler_ ? sampler_->forward(x) : x;
  }

 private:
  nn::ModuleList<CogVideoXResnetBlock> resnets_;
  std::optional<Sampler> sampler_;
};

class CogVideoXEncoder : public nn::Module {
 public:
  CogVideoXEncoder(const CogVideoXVaeConfig& config, const TensorOptions& options)
      : conv_in_(config.in_channels, config.block_out_channels.front(), options),
        norm_out_(config.block_out_channels.back(), 0, config, 1e-6, options),
        conv_out_(config.block_out_channels.back(), 2 * config.latent_channels, options) {
    const auto& channels = config.block_out_channels;
    add_child("conv_in", conv_in_);
    for (size_t i = 0; i < channels.size(); ++i) {
      auto& stage = down_blocks_.emplace_back();
      stage.add_resnets(config.layers_per_block, channels[i == 0 ? 0 : i - 1], channels[i], 0, config,
                        options);
      if (i + 1 < channels.size())
        stage.add_sampler("downsamplers.0", channels[i],
                          (int64_t{2} << i) <= config.temporal_compression_ratio, options);
    }
    add_child("down_blocks", down_blocks_);
    mid_block_.add_resnets(2, channels.back(), channels.back(), 0, config, options);
    add_child("mid_block", mid_block_);
    add_child("norm_out", norm_out_);
    add_child("conv_out", conv_out_);
  }

  /// [B, 3, T, H, W] -> [B, 2 z, t, h, w]
  Tensor forward(const Tensor& video, Pass& pass) const {
    Tensor x = conv_in_.forward(video, pass);
    for (size_t i = 0; i < down_blocks_.size(); ++i) x = down_blocks_[i].forward(std::move(x), {}, pass);
    x = mid_block_.forward(std::move(x), {}, pass);
    return normed_convolved(norm_out_, std::move(x), {}, conv_out_, pass);
  }

 private:
  CogVideoXCausalConv3d conv_in_;
  nn::ModuleList<CogVideoXStage<CogVideoXDownsample>> down_blocks_;
  CogVideoXStage<CogVideoXDownsample> mid_block_;
  CogVideoXNorm norm_out_;
  CogVideoXCausalConv3d conv_out_;
};

class CogVideoXDecoder : public nn::Module {
 public:
  CogVideoXDecoder(const CogVideoXVaeConfig& config, const TensorOptions& options)
      : conv_in_(config.latent_channels, config.block_out_channels.back(), options),
        norm_out_(config.block_out_channels.front(), config.latent_channels, config, 1e-6, options),
        conv_out_(config.block_out_channels.front(), config.out_channels, options) {
    const std::vector<int64_t> channels(config.block_out_channels.rbegin(), config.block_out_channels.rend());
    const int64_t latent_channels = config.latent_channels;
    add_child("conv_in", conv_in_);
    mid_block_.add_resnets(2, channels.front(), channels.front(), latent_channels, config, options);
    add_child("mid_block", mid_block_);
    for (size_t i = 0; i < channels.size(); ++i) {
      auto& stage = up_blocks_.emplace_back();
      stage.add_resnets(config.layers_per_block + 1, channels[i == 0 ? 0 : i - 1], channels[i],
                        latent_channels, config, options);
      if (i + 1 < channels.size())
        stage.add_sampler("upsamplers.0", channels[i], (int64_t{2} << i) <= config.temporal_compression_ratio,
                          options);
    }
    add_child("up_blocks", up_blocks_);
    add_child("norm_out", norm_out_);
    add_child("conv_out", conv_out_);
  }

  /// [B, z, t, h, w] -> [B, 3, T, H, W]
  Tensor forward(const Tensor& latent, Pass& pass) const {
    Tensor x = mid_block_.forward(conv_in_.forward(latent, pass), latent, pass);
    for (size_t i = 0; i < up_blocks_.size(); ++i) x = up_blocks_[i].forward(std::move(x), latent, pass);
    return normed_convolved(norm_out_, std::move(x), latent, conv_out_, pass);
  }

 private:
  CogVideoXCausalConv3d conv_in_;
  CogVideoXStage<CogVideoXUpsample> mid_block_;
  nn::ModuleList<CogVideoXStage<CogVideoXUpsample>> up_blocks_;
  CogVideoXNorm norm_out_;
  CogVideoXCausalConv3d conv_out_;
};

namespace {

/// Runs a network over batches of frames; the first batch includes the remainder.
template <class Network>
Tensor in_frame_batches(const Network& network, const Tensor& x, int64_t batch,
                        const std::function<void()>& on_block) {
  const int64_t frames = x.size(2);
  Pass pass(on_block);
  std::vector<Tensor> parts;
  for (int64_t begin = 0, end; begin < frames; begin = end) {
    end = begin == 0 ? std::min(frames, batch + frames % batch) : begin + batch;
    pass.start_batch();
    parts.push_back(
        network.forward(x.narrow(2, begin, end - begin).contiguous(nn::video_memory_format(x)), pass));
  }
  return torch::cat(parts, 2);
}

}  // namespace

torch::Tensor CogVideoXVaeConfig::scaled_image(const torch::Tensor& latents) const {
  return invert_scale_latents ? latents / scaling_factor : latents * scaling_factor;
}

CogVideoXVaeConfig CogVideoXVaeConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "vae/config.json");
  CogVideoXVaeConfig c;
  c.in_channels = read.size("in_channels", c.in_channels);
  c.out_channels = read.size("out_channels", c.out_channels);
  c.block_out_channels = read.sizes("block_out_channels", c.block_out_channels);
  c.latent_channels = read.size("latent_channels", c.latent_channels);
  c.layers_per_block = read.size("layers_per_block", c.layers_per_block);
  c.norm_eps = read.number("norm_eps", c.norm_eps);
  c.norm_num_groups = read.size("norm_num_groups", c.norm_num_groups);
  c.temporal_compression_ratio = read.size("temporal_compression_ratio", c.temporal_compression_ratio);
  c.sample_height = read.size("sample_height", c.sample_height);
  c.sample_width = read.size("sample_width", c.sample_width);
  c.scaling_factor = read.number("scaling_factor", c.scaling_factor);
  c.invert_scale_latents = read.boolean("invert_scale_latents", c.invert_scale_latents);
  read.expect("act_fn", "silu", "silu");
  read.expect("use_quant_conv", false, false);
  read.expect("use_post_quant_conv", false, false);
  for (const int64_t channels : c.block_out_channels)
    read.require(channels % c.norm_num_groups == 0,
                 "block_out_channels are not multiples of norm_num_groups");
  read.require(c.scaling_factor > 0, "scaling_factor is not above 0");
  read.finish();
  return c;
}

CogVideoXVae::CogVideoXVae(const CogVideoXVaeConfig& config, const TensorOptions& options)
    : config_(config),
      encoder_(std::make_unique<CogVideoXEncoder>(config, options)),
      decoder_(std::make_unique<CogVideoXDecoder>(config, options)) {
  add_child("encoder", *encoder_);
  add_child("decoder", *decoder_);
}

CogVideoXVae::~CogVideoXVae() = default;

VaeTiling CogVideoXVae::default_tiling() const {
  return {.tile_sample_min_height = config_.sample_height / 2,
          .tile_sample_min_width = config_.sample_width / 2,
          .tile_overlap_factor_height = 1.0 / 6,
          .tile_overlap_factor_width = 1.0 / 5};
}

std::vector<VaeTiling> CogVideoXVae::smaller_tilings() const {
  const VaeTiling standard = default_tiling();
  const int64_t ratio = config_.spatial_compression_ratio();
  std::vector<VaeTiling> tilings;
  for (const double part : {0.8, 0.6, 0.4, 0.2}) {
    const auto fitted = [part](int64_t length, int64_t unit) {
      const auto units = static_cast<int64_t>(std::floor(static_cast<double>(length) * part)) / unit;
      return std::max<int64_t>(1, units) * unit;
    };
    VaeTiling& tiling = tilings.emplace_back(standard);
    // Tiles must meet their neighbours at whole latent positions: heights overlap by a sixth, widths by a
    // fifth.
    tiling.tile_sample_min_height = fitted(standard.tile_sample_min_height, 6 * ratio);
    tiling.tile_sample_min_width = fitted(standard.tile_sample_min_width, 5 * ratio);
  }
  return tilings;
}

LatentPosterior CogVideoXVae::encode(const Tensor& video, const VaeOptions& options) {
  const torch::NoGradGuard no_grad;
  const Tensor moments =
      run_in_slices(video, options.slicing, [&](const Tensor& x) { return encode_sample(x, options); });
  const auto parts = moments.chunk(2, 1);
  return {parts[0], parts[1].clamp(-30.0, 20.0)};
}

Tensor CogVideoXVae::decode(const Tensor& latents, const Tensor&, const VaeOptions& options) {
  const torch::NoGradGuard no_grad;
  return run_in_slices(latents, options.slicing, [&](const Tensor& z) { return decode_sample(z, options); });
}

TilePlan::Extent CogVideoXVae::latent_extent(const TilePlan::Extent& pixels) const {
  const double part = 1.0 / static_cast<double>(config_.spatial_compression_ratio());
  return scaled(pixels, part, part);
}

Tensor CogVideoXVae::encode_sample(const Tensor& video, const VaeOptions& options) {
  const auto run = [&](const Tensor& x) {
    return in_frame_batches(*encoder_, x, encoder_frame_batch, options.on_block);
  };
  if (!options.tiling) return run(video);
  const TilePlan::Extent pixels = tile_extent(*options.tiling);
  return run_in_tiles(video, tile_plan(*options.tiling, pixels, latent_extent(pixels)), options, run);
}

Tensor CogVideoXVae::decode_sample(const Tensor& latents, const VaeOptions& options) {
  const auto run = [&](const Tensor& x) {
    return in_frame_batches(*decoder_, x, decoder_frame_batch, options.on_block);
  };
  if (!options.tiling) return run(latents);
  const TilePlan::Extent pixels = tile_extent(*options.tiling);
  return run_in_tiles(latents, tile_plan(*options.tiling, latent_extent(pixels), pixels), options, run);
}

}  // namespace fw::families
