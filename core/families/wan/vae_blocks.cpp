// SPDX-License-Identifier: Apache-2.0
#include "families/wan/vae_blocks.h"

#include "nn/attention.h"

namespace fw::families {

using torch::Tensor;
using torch::TensorOptions;

namespace {

constexpr int64_t wan_doubled = 2;

/// Turns [B, C, T, H, W] into [B T, C, H, W], without a copy if the memory format allows it, and back.
Tensor wan_images(const Tensor& x) {
  return x.transpose(1, 2).flatten(0, 1);
}
Tensor wan_frames(const Tensor& images, int64_t batch) {
  return images.unflatten(0, {batch, -1}).transpose(1, 2);
}

/// Pixels as tokens: [B, C, T, H, W] -> [B T, H W, C].
Tensor wan_tokens(const Tensor& x) {
  return x.permute({0, 2, 3, 4, 1}).flatten(0, 1).flatten(1, 2);
}

Tensor wan_by_pixel(const Tensor& x, const nn::Convolution& conv) {
  return torch::linear(x, conv.weight.flatten(1), conv.bias);
}

}  // namespace

WanCausalConv3d::WanCausalConv3d(int64_t in_channels, int64_t out_channels, int64_t time, int64_t space,
                                 const TensorOptions& options)
    : time_(time), space_(space), conv_(in_channels, out_channels, {time, space, space}, options) {
  add_child("", conv_);
}

Tensor WanCausalConv3d::forward(const nn::PaddedFrames& x, WanPass& pass) const {
  const int64_t history = time_ - 1, margin = space_ / 2;
  if (history > 0) {
    Tensor& kept = pass.kept(*this);
    Tensor before = x.all.narrow(2, 0, history);
    kept.defined() ? before.copy_(kept) : before.zero_();
    kept = x.all.narrow(2, x.all.size(2) - history, history).clone();
  }
  return nn::convolve(x.all, conv_, {1, 1, 1}, {0, margin, margin});
}

Tensor WanCausalConv3d::forward(const Tensor& x, WanPass& pass) const {
  if (time_ == 1) return nn::convolve(x, conv_, {1, 1, 1}, {0, space_ / 2, space_ / 2});
  const nn::PaddedFrames padded(x, room());
  padded.frames().copy_(x);
  return forward(padded, pass);
}

Tensor wan_normed_convolved(const nn::PixelNorm& norm, Tensor x, const WanCausalConv3d& conv, WanPass& pass) {
  const nn::PaddedFrames padded(x, conv.room());
  Tensor frames = padded.frames();
  norm.normalise(x, frames);
  torch::silu_(frames);
  x.reset();
  return conv.forward(padded, pass);
}

WanResnetBlock::WanResnetBlock(int64_t in_channels, int64_t out_channels, const TensorOptions& options)
    : norm1_(in_channels, 3, options),
      norm2_(out_channels, 3, options),
      conv1_(in_channels, out_channels, 3, 3, options),
      conv2_(out_channels, out_channels, 3, 3, options) {
  add_child("norm1", norm1_);
  add_child("conv1", conv1_);
  add_child("norm2", norm2_);
  add_child("conv2", conv2_);
  if (in_channels != out_channels)
    add_child("conv_shortcut", conv_shortcut_.emplace(in_channels, out_channels, 1, 1, options));
}

Tensor WanResnetBlock::forward(const Tensor& x, WanPass& pass) const {
  pass.start_block();
  Tensor y = wan_normed_convolved(norm1_, x, conv1_, pass);
  y = wan_normed_convolved(norm2_, std::move(y), conv2_, pass);
  return y.add_(conv_shortcut_ ? conv_shortcut_->forward(x, pass) : x);
}

WanMidBlock::WanMidBlock(int64_t channels, const TensorOptions& options)
    : norm_(channels, 2, options),
      to_qkv_(channels, 3 * channels, {1, 1}, options),
      proj_(channels, channels, {1, 1}, options) {
  for (int i = 0; i < 2; ++i) resnets_.emplace_back(channels, channels, options);
  add_child("attentions.0.norm", norm_);
  add_child("attentions.0.to_qkv", to_qkv_);
  add_child("attentions.0.proj", proj_);
  add_child("resnets", resnets_);
}

Tensor WanMidBlock::attend(const Tensor& x) const {
  Tensor normed = torch::empty_like(x);
  norm_.normalise(x, normed);
  const auto qkv =
      wan_by_pixel(wan_tokens(normed), to_qkv_).unsqueeze(2).chunk(3, -1);  // [B T, H W, 1, C] each
  const Tensor seen = wan_by_pixel(nn::attention(qkv[0], qkv[1], qkv[2]), proj_);
  return seen.view({x.size(0), x.size(2), x.size(3), x.size(4), x.size(1)}).permute({0, 4, 1, 2, 3});
}

Tensor WanMidBlock::forward(Tensor x, WanPass& pass) const {
  x = resnets_[0].forward(x, pass);
  pass.start_block();
  x.add_(attend(x));
  return resnets_[1].forward(x, pass);
}

WanDownsample::WanDownsample(int64_t channels, bool in_time, const TensorOptions& options)
    : resample_(channels, channels, {3, 3}, options) {
  add_child("resample.1", resample_);
  if (in_time)
    add_child("time_conv", time_conv_.emplace(channels, channels, torch::IntArrayRef{3, 1, 1}, options));
}

Tensor WanDownsample::forward(const Tensor& x, WanPass& pass) const {
  const Tensor images = torch::constant_pad_nd(wan_images(x), {0, 1, 0, 1});  // right and bottom only
  const Tensor y = wan_frames(nn::convolve(images, resample_, {2, 2}, {0, 0}), x.size(0));
  if (!time_conv_) return y;
  Tensor& kept = pass.kept(*this);
  const Tensor seen = pass.is_first ? y : torch::cat({kept, y}, 2);
  kept = y.narrow(2, y.size(2) - 1, 1).clone();
  return pass.is_first ? y : nn::convolve(seen, *time_conv_, {2, 1, 1}, {0, 0, 0});
}

WanUpsample::WanUpsample(int64_t channels, int64_t out_channels, bool in_time, const TensorOptions& options)
    : resample_(channels, out_channels, {3, 3}, options) {
  add_child("resample.1", resample_);
  if (in_time) add_child("time_conv", time_conv_.emplace(channels, wan_doubled * channels, 3, 1, options));
}

Tensor WanUpsample::twice_the_frames(const Tensor& x, WanPass& pass) const {
  const Tensor pairs = time_conv_->forward(x, pass).unflatten(1, {wan_doubled, -1});  // [B, 2, C, T, H, W]
  Tensor y = torch::empty({x.size(0), x.size(1), wan_doubled * x.size(2), x.size(3), x.size(4)},
                          x.options().memory_format(nn::video_memory_format(x)));
  y.unflatten(2, {-1, wan_doubled}).copy_(pairs.permute({0, 2, 3, 1, 4, 5}));
  return y;
}

Tensor WanUpsample::forward(const Tensor& x, WanPass& pass) const {
  const Tensor images = wan_images(time_conv_ && !pass.is_first ? twice_the_frames(x, pass) : x);
  const std::vector<int64_t> size{wan_doubled * images.size(2), wan_doubled * images.size(3)};
  if (nn::adds_up_taps(images)) {
    const Tensor padded = torch::constant_pad_nd(images, {1, 1, 1, 1});
    return wan_frames(nn::convolve_doubled(padded, resample_, size), x.size(0));
  }
  const Tensor large = torch::upsample_nearest2d(images, size);
  return wan_frames(nn::convolve(large, resample_, {1, 1}, {1, 1}), x.size(0));
}

Tensor wan_averaged(const Tensor& x, int64_t out_channels, const WanFactors& factors) {
  const int64_t missing = x.size(2) % factors.time;  // 0 except for frame 0
  const Tensor whole = missing == 0 ? x : torch::constant_pad_nd(x, {0, 0, 0, 0, factors.time - missing, 0});
  return whole.unflatten(4, {-1, factors.space})
      .unflatten(3, {-1, factors.space})
      .unflatten(2, {-1, factors.time})
      .permute({0, 1, 3, 5, 7, 2, 4, 6})  // [B, C, time, space, space, T, H, W]
      .flatten(1, 4)
      .unflatten(1, {out_channels, -1})
      .mean(2);
}

void wan_add_repeated(const Tensor& x, const WanFactors& factors, Tensor& y) {
  const int64_t spare = factors.time * x.size(2) - y.size(2);  // frames of frame 0's block that are dropped
  const int64_t plane = factors.space * factors.space, cell = factors.time * plane;
  const Tensor cells = y.unflatten(4, {-1, factors.space})
                           .unflatten(3, {-1, factors.space})
                           .unflatten(2, {x.size(2), -1});  // [B, C, T, time, H, space, W, space]
  const int64_t wider = std::max<int64_t>(1, y.size(1) / x.size(1)),
                narrower = std::max<int64_t>(1, x.size(1) / y.size(1));
  for (int64_t place = spare * plane; place < cell; ++place) {
    const int64_t column = place % factors.space, row = place % plane / factors.space,
                  frame = place / plane - spare;
    Tensor to = cells.select(7, column).select(5, row).select(3, frame);
    to.unflatten(1, {-1, wider})
        .add_(x.slice(1, place * narrower / cell, std::nullopt, narrower).unsqueeze(2));
  }
}

Tensor wan_patches(const Tensor& video, int64_t patch) {
  if (patch == 1) return video;
  return video.unflatten(4, {-1, patch})
      .unflatten(3, {-1, patch})
      .permute({0, 1, 6, 4, 2, 3, 5})
      .flatten(1, 3);
}

Tensor wan_pixels(const Tensor& patches, int64_t patch) {
  if (patch == 1) return patches;
  return patches.unflatten(1, {-1, patch, patch}).permute({0, 1, 4, 5, 3, 6, 2}).flatten(5, 6).flatten(3, 4);
}

}  // namespace fw::families
