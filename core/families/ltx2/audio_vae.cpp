// SPDX-License-Identifier: Apache-2.0
#include "families/ltx2/audio_vae.h"

#include <algorithm>

#include "nn/config_reader.h"
#include "tensor/libtorch.h"

namespace fw::families {

namespace {

using torch::Tensor;

constexpr double audio_norm_eps = 1e-6;

/// Normed by the root mean square of the channels, then SiLU.
Tensor audio_activated(const Tensor& x) {
  return torch::silu((x * nn::inverse_rms(x, audio_norm_eps, 1)).to(x.scalar_type()));
}

int64_t widest(const Ltx2AudioVaeConfig& config) {
  return config.base_channels * config.ch_mult.back();
}

}  // namespace

Ltx2AudioVaeConfig Ltx2AudioVaeConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "audio_vae/config.json");
  Ltx2AudioVaeConfig c;
  c.base_channels = read.size("base_channels", c.base_channels);
  c.in_channels = read.size("in_channels", c.in_channels);
  c.latent_channels = read.size("latent_channels", c.latent_channels);
  c.num_res_blocks = read.size("num_res_blocks", c.num_res_blocks);
  c.mel_bins = read.size("mel_bins", c.mel_bins);
  c.sample_rate = read.size("sample_rate", c.sample_rate);
  c.mel_hop_length = read.size("mel_hop_length", c.mel_hop_length);
  c.ch_mult = read.sizes("ch_mult", c.ch_mult);
  read.require(read.size("output_channels", c.in_channels) == c.in_channels,
               "output_channels differs from in_channels");
  read.require(c.ch_mult.size() == 3, "ch_mult does not list three levels");
  read.require(c.mel_bins % 4 == 0, "mel_bins is not a multiple of 4");
  read.expect("norm_type", "pixel", "pixel");
  read.expect("causality_axis", "height", "height");
  read.expect("double_z", true, true);
  read.expect("mid_block_add_attention", false, false);
  read.expect("attn_resolutions", nullptr, nullptr);
  read.finish();
  return c;
}

Ltx2AudioConvolution::Ltx2AudioConvolution(int64_t in_channels, int64_t out_channels, int64_t kernel,
                                           const torch::TensorOptions& options)
    : kernel_(kernel), conv_(in_channels, out_channels, {kernel, kernel}, options) {
  add_child("conv", conv_);
}

Tensor Ltx2AudioConvolution::forward(const Tensor& x) const {
  const int64_t side = kernel_ / 2;
  return torch::conv2d(torch::constant_pad_nd(x, {side, side, kernel_ - 1, 0}), conv_.weight, conv_.bias);
}

Ltx2AudioResidual::Ltx2AudioResidual(int64_t in_channels, int64_t out_channels,
                                     const torch::TensorOptions& options)
    : conv1_(in_channels, out_channels, 3, options), conv2_(out_channels, out_channels, 3, options) {
  add_child("conv1", conv1_);
  add_child("conv2", conv2_);
  if (in_channels != out_channels)
    add_child("nin_shortcut", nin_shortcut_.emplace(in_channels, out_channels, 1, options));
}

Tensor Ltx2AudioResidual::forward(const Tensor& x) const {
  const Tensor change = conv2_.forward(audio_activated(conv1_.forward(audio_activated(x))));
  return change + (nin_shortcut_ ? nin_shortcut_->forward(x) : x);
}

Ltx2AudioLevel::Ltx2AudioLevel(int64_t in_channels, int64_t out_channels, int64_t layers, Then then,
                               const torch::TensorOptions& options)
    : then_(then) {
  for (int64_t i = 0; i < layers; ++i)
    block_.emplace_back(i == 0 ? in_channels : out_channels, out_channels, options);
  add_child("block", block_);
  if (then == Then::down)
    add_child("downsample.conv",
              down_.emplace(out_channels, out_channels, torch::IntArrayRef{3, 3}, options));
  if (then == Then::up) add_child("upsample.conv", up_.emplace(out_channels, out_channels, 3, options));
}

Tensor Ltx2AudioLevel::forward(Tensor x) const {
  for (size_t i = 0; i < block_.size(); ++i) x = block_[i].forward(x);
  if (then_ == Then::down)
    return torch::conv2d(torch::constant_pad_nd(x, {0, 1, 2, 0}), down_->weight, down_->bias, 2);
  if (then_ == Then::nothing) return x;
  const Tensor larger = torch::upsample_nearest2d(x, {2 * x.size(2), 2 * x.size(3)});
  return up_->forward(larger).slice(2, 1);  // the first latent is a single frame
}

Ltx2AudioMiddle::Ltx2AudioMiddle(int64_t channels, const torch::TensorOptions& options)
    : block_1_(channels, channels, options), block_2_(channels, channels, options) {
  add_child("block_1", block_1_);
  add_child("block_2", block_2_);
}

Ltx2AudioCoder::Ltx2AudioCoder(const Ltx2AudioVaeConfig& config, Way way, const torch::TensorOptions& options)
    : way_(way),
      conv_in_(way == Way::encoding ? config.in_channels : config.latent_channels,
               way == Way::encoding ? config.base_channels : widest(config), 3, options),
      conv_out_(way == Way::encoding ? widest(config) : config.base_channels,
                way == Way::encoding ? 2 * config.latent_channels : config.in_channels, 3, options),
      mid_(widest(config), options) {
  const auto count = static_cast<int64_t>(config.ch_mult.size());
  const auto width = [&](int64_t level) {
    return config.base_channels *
           config.ch_mult[static_cast<size_t>(std::clamp<int64_t>(level, 0, count - 1))];
  };
  using enum Ltx2AudioLevel::Then;
  for (int64_t i = 0; i < count; ++i) {
    if (way == Way::encoding)
      levels_.emplace_back(i == 0 ? config.base_channels : width(i - 1), width(i), config.num_res_blocks,
                           i + 1 < count ? down : nothing, options);
    else
      levels_.emplace_back(width(i + 1), width(i), config.num_res_blocks + 1, i > 0 ? up : nothing, options);
  }
  add_child("conv_in", conv_in_);
  add_child("mid", mid_);
  add_child(way == Way::encoding ? "down" : "up", levels_);
  add_child("conv_out", conv_out_);
}

Tensor Ltx2AudioCoder::forward(const Tensor& input) const {
  Tensor x = conv_in_.forward(input);
  if (way_ == Way::encoding) {
    for (size_t i = 0; i < levels_.size(); ++i) x = levels_[i].forward(x);
    x = mid_.forward(x);
  } else {
    x = mid_.forward(x);
    for (size_t i = levels_.size(); i-- > 0;) x = levels_[i].forward(x);
  }
  return conv_out_.forward(audio_activated(x));
}

Tensor ltx2_pack_sound(const Tensor& latents) {
  return latents.transpose(1, 2).flatten(2);
}

Tensor ltx2_unpack_sound(const Tensor& tokens, int64_t channels) {
  return tokens.unflatten(2, {channels, -1}).transpose(1, 2);
}

Ltx2AudioVae::Ltx2AudioVae(const Ltx2AudioVaeConfig& config, const torch::TensorOptions& options)
    : config_(config),
      encoder_(config, Ltx2AudioCoder::Way::encoding, options),
      decoder_(config, Ltx2AudioCoder::Way::decoding, options) {
  const int64_t width = config.latent_channels * config.latent_bins();
  add_buffer("latents_mean", latents_mean_, {width}, options);
  add_buffer("latents_std", latents_std_, {width}, options);
  add_child("encoder", encoder_);
  add_child("decoder", decoder_);
}

Ltx2AudioVae::Posterior Ltx2AudioVae::encode(const Tensor& mel) const {
  const auto parts = encoder_.forward(mel).chunk(2, 1);
  return {parts[0], parts[1].clamp(-30.0, 20.0)};
}

Tensor Ltx2AudioVae::decode(const Tensor& latents) const {
  return decoder_.forward(latents);
}

}  // namespace fw::families
