// SPDX-License-Identifier: Apache-2.0
#include "families/ltx2/upsampler.h"

#include "nn/config_reader.h"
#include "nn/video_convolution.h"
#include "tensor/libtorch.h"

namespace fw::families {

namespace {

using torch::Tensor;

constexpr int64_t upsampler_groups = 32;
constexpr double upsampler_eps = 1e-5;

Tensor convolved(const Tensor& x, const nn::Convolution& conv) {
  return nn::convolve(x, conv, {1, 1, 1}, {1, 1, 1});
}

/// A binomial blur of 5 x 5 pixels, of whose result every `step`-th row and column is kept.
Tensor blurred(const Tensor& x, int64_t step) {
  const Tensor row = torch::tensor({1.0, 4.0, 6.0, 4.0, 1.0}, x.options()) / 16;
  const Tensor kernel = torch::outer(row, row).expand({x.size(1), 1, 5, 5});
  return torch::conv2d(x, kernel, {}, step, 2, 1, x.size(1));
}

}  // namespace

Ltx2UpsamplerConfig Ltx2UpsamplerConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "latent_upsampler/config.json");
  Ltx2UpsamplerConfig c;
  c.in_channels = read.size("in_channels", c.in_channels);
  c.mid_channels = read.size("mid_channels", c.mid_channels);
  c.num_blocks_per_stage = read.count("num_blocks_per_stage", c.num_blocks_per_stage);
  c.temporal = read.boolean("temporal_upsample", false);
  c.rational = read.boolean("use_rational_resampler", true) && !c.temporal;
  const bool spatial = read.boolean("spatial_upsample", true);
  read.require(spatial != c.temporal, "spatial_upsample and temporal_upsample are not alternatives");
  read.expect("dims", 3, 3);
  const double scale = c.rational ? read.number("rational_spatial_scale", 2.0) : 2.0;
  read.require(scale == 2.0 || scale == 1.5, "rational_spatial_scale is neither 2 nor 1.5");
  if (scale == 1.5) {
    c.up = 3;
    c.down = 2;
  }
  read.require(c.mid_channels % upsampler_groups == 0, "mid_channels is not a multiple of 32");
  read.finish();
  return c;
}

Ltx2UpsamplerBlock::Ltx2UpsamplerBlock(int64_t channels, const torch::TensorOptions& options)
    : conv1_(channels, channels, {3, 3, 3}, options),
      conv2_(channels, channels, {3, 3, 3}, options),
      norm1_(upsampler_groups, channels, upsampler_eps, options),
      norm2_(upsampler_groups, channels, upsampler_eps, options) {
  add_child("conv1", conv1_);
  add_child("norm1", norm1_);
  add_child("conv2", conv2_);
  add_child("norm2", norm2_);
}

Tensor Ltx2UpsamplerBlock::forward(const Tensor& x) const {
  const Tensor inner = torch::silu(norm1_.forward(convolved(x, conv1_)));
  return torch::silu(norm2_.forward(convolved(inner, conv2_)) + x);
}

Ltx2Upsampler::Ltx2Upsampler(const Ltx2UpsamplerConfig& config, const torch::TensorOptions& options)
    : config_(config),
      initial_conv_(config.in_channels, config.mid_channels, {3, 3, 3}, options),
      upsampler_(config.mid_channels, config.mid_channels * (config.temporal ? 2 : config.up * config.up),
                 config.temporal ? torch::IntArrayRef{3, 3, 3} : torch::IntArrayRef{3, 3}, options),
      final_conv_(config.mid_channels, config.in_channels, {3, 3, 3}, options),
      initial_norm_(upsampler_groups, config.mid_channels, upsampler_eps, options) {
  add_child("initial_conv", initial_conv_);
  add_child("initial_norm", initial_norm_);
  for (int64_t i = 0; i < config.num_blocks_per_stage; ++i) {
    res_blocks_.emplace_back(config.mid_channels, options);
    post_upsample_res_blocks_.emplace_back(config.mid_channels, options);
  }
  add_child("res_blocks", res_blocks_);
  add_child(config.rational ? "upsampler.conv" : "upsampler.0", upsampler_);
  add_child("post_upsample_res_blocks", post_upsample_res_blocks_);
  add_child("final_conv", final_conv_);
  // The blur's kernel is always the same.
  skip([](std::string_view name) { return name == "upsampler.blur_down.kernel"; });
}

Tensor Ltx2Upsampler::larger(const Tensor& x) const {
  if (config_.temporal) {
    const Tensor pairs = convolved(x, upsampler_).unflatten(1, {-1, 2});  // [B, M, 2, F, h, w]
    const Tensor frames = pairs.transpose(2, 3).flatten(2, 3);
    return frames.narrow(2, 1, frames.size(2) - 1);
  }
  const Tensor planes = nn::convolve(x.transpose(1, 2).flatten(0, 1), upsampler_, {1, 1}, {1, 1});
  Tensor wide = torch::pixel_shuffle(planes, config_.up);
  if (config_.down > 1) wide = blurred(wide, config_.down);
  return wide.unflatten(0, {x.size(0), -1}).transpose(1, 2);
}

Tensor Ltx2Upsampler::forward(const Tensor& latents) const {
  const torch::NoGradGuard no_grad;
  Tensor x = torch::silu(initial_norm_.forward(convolved(latents, initial_conv_)));
  for (size_t i = 0; i < res_blocks_.size(); ++i) x = res_blocks_[i].forward(x);
  x = larger(x);
  for (size_t i = 0; i < post_upsample_res_blocks_.size(); ++i) x = post_upsample_res_blocks_[i].forward(x);
  return convolved(x, final_conv_);
}

}  // namespace fw::families
