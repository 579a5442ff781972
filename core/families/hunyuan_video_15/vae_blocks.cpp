// SPDX-License-Identifier: Apache-2.0
#include "families/hunyuan_video_15/vae_blocks.h"

namespace fw::families {

using torch::Tensor;
using torch::TensorOptions;

namespace {

constexpr int64_t doubled = 2;    // factor of a resized axis
constexpr int64_t norm_axes = 3;  // behind the channels of a norm's weights

/// Turns blocks of `time` x 2 x 2 pixels into channels in the order (frame, row, column, channel).
Tensor hunyuan15_packed(const Tensor& x, int64_t time) {
  return x.unflatten(4, {-1, doubled})
      .unflatten(3, {-1, doubled})
      .unflatten(2, {x.size(2) / time, time})
      .permute({0, 3, 5, 7, 1, 2, 4, 6})
      .flatten(1, 4);
}

/// The inverse of hunyuan15_packed().
Tensor hunyuan15_unpacked(const Tensor& x, int64_t time) {
  return x.unflatten(1, {time, doubled, doubled, -1})
      .permute({0, 4, 5, 1, 6, 2, 7, 3})
      .flatten(6, 7)
      .flatten(4, 5)
      .flatten(2, 3);
}

Tensor hunyuan15_first(const Tensor& x) {
  return x.narrow(2, 0, 1);
}
Tensor hunyuan15_others(const Tensor& x) {
  return x.narrow(2, 1, x.size(2) - 1);
}

/// Applies `first` to the first frame and `others` to those behind it, if any.
template <class First, class Others>
Tensor by_frames(const Tensor& x, const First& first, const Others& others) {
  if (x.size(2) == 1) return first(x);
  return torch::cat({first(hunyuan15_first(x)), others(hunyuan15_others(x))}, 2);
}

void hunyuan15_start(const HunyuanBlockHook& on_block) {
  if (on_block) on_block();
}

Tensor hunyuan15_run_resnets(const nn::ModuleList<Hunyuan15ResnetBlock>& resnets, Tensor x,
                             const HunyuanBlockHook& on_block) {
  for (size_t i = 0; i < resnets.size(); ++i) {
    hunyuan15_start(on_block);
    x = resnets[i].forward(x);
  }
  return x;
}

/// Channels that a convolution has for each one of the other resolution.
int64_t block_size(bool in_time) {
  return doubled * doubled * (in_time ? doubled : 1);
}

Tensor hunyuan15_by_pixel(const Tensor& tokens, const nn::Convolution& conv) {
  return torch::linear(tokens, conv.weight.flatten(1), conv.bias);
}

}  // namespace

Tensor hunyuan15_averaged(const Tensor& x, int64_t channels) {
  return x.unflatten(1, {channels, -1}).mean(2);
}

Tensor hunyuan15_repeated(const Tensor& x, int64_t channels) {
  return x.repeat_interleave(channels / x.size(1), 1);
}

Hunyuan15ResnetBlock::Hunyuan15ResnetBlock(int64_t channels, const TensorOptions& options)
    : norm1_(channels, norm_axes, options),
      norm2_(channels, norm_axes, options),
      conv1_(channels, channels, 3, options),
      conv2_(channels, channels, 3, options) {
  add_child("norm1", norm1_);
  add_child("conv1", conv1_);
  add_child("norm2", norm2_);
  add_child("conv2", conv2_);
}

Tensor Hunyuan15ResnetBlock::forward(const Tensor& x) const {
  Tensor y = hunyuan_normed_convolved(norm1_, x, conv1_);
  y = hunyuan_normed_convolved(norm2_, std::move(y), conv2_);
  return y.add_(x);
}

Hunyuan15MidBlock::Hunyuan15MidBlock(int64_t channels, const TensorOptions& options)
    : norm_(channels, norm_axes, options),
      to_q_(channels, channels, {1, 1, 1}, options),
      to_k_(channels, channels, {1, 1, 1}, options),
      to_v_(channels, channels, {1, 1, 1}, options),
      proj_out_(channels, channels, {1, 1, 1}, options) {
  for (int i = 0; i < 2; ++i) resnets_.emplace_back(channels, options);
  add_child("attentions.0.norm", norm_);
  add_child("attentions.0.to_q", to_q_);
  add_child("attentions.0.to_k", to_k_);
  add_child("attentions.0.to_v", to_v_);
  add_child("attentions.0.proj_out", proj_out_);
  add_child("resnets", resnets_);
}

Tensor Hunyuan15MidBlock::attend(const Tensor& x) const {
  const Tensor normed = torch::empty_like(x);
  norm_.normalise(x, normed);
  const Tensor tokens = normed.flatten(2).transpose(1, 2);  // [B, T H W, C]
  const Tensor seen =
      hunyuan_attend_frames(hunyuan15_by_pixel(tokens, to_q_), hunyuan15_by_pixel(tokens, to_k_),
                            hunyuan15_by_pixel(tokens, to_v_), x.size(2));
  return hunyuan15_by_pixel(seen, proj_out_).transpose(1, 2).unflatten(2, {x.size(2), x.size(3), x.size(4)}) +
         x;
}

Tensor Hunyuan15MidBlock::forward(Tensor x, const HunyuanBlockHook& on_block) const {
  hunyuan15_start(on_block);
  x = resnets_[0].forward(x);
  hunyuan15_start(on_block);
  return resnets_[1].forward(attend(x));
}

Hunyuan15DownBlock::Hunyuan15DownBlock(int64_t channels, int64_t layers, int64_t out_channels, bool in_time,
                                       const TensorOptions& options)
    : in_time_(in_time) {
  for (int64_t i = 0; i < layers; ++i) resnets_.emplace_back(channels, options);
  add_child("resnets", resnets_);
  if (out_channels > 0)
    add_child("downsamplers.0.conv",
              downsampler_.emplace(channels, out_channels / block_size(in_time), 3, options));
}

Tensor Hunyuan15DownBlock::forward(Tensor x, const HunyuanBlockHook& on_block) const {
  x = hunyuan15_run_resnets(resnets_, std::move(x), on_block);
  if (!downsampler_) return x;
  hunyuan15_start(on_block);
  const int64_t time = in_time_ ? doubled : 1;
  const auto smaller = [&](const Tensor& frames) { return hunyuan15_packed(frames, time); };
  Tensor y = downsampler_->forward(x);
  // The first frame is packed in space alone; repeated, it has as many channels as the others.
  y = by_frames(
      y,
      [&](const Tensor& frame) {
        return hunyuan15_packed(frame, 1).repeat({1, time, 1, 1, 1});
      },
      smaller);
  const int64_t channels = y.size(1);
  const auto shortcut = [&](int64_t frames) {
    return [=](const Tensor& part) { return hunyuan15_averaged(hunyuan15_packed(part, frames), channels); };
  };
  return y.add_(by_frames(x, shortcut(1), shortcut(time)));
}

Hunyuan15UpBlock::Hunyuan15UpBlock(int64_t channels, int64_t layers, int64_t out_channels, bool in_time,
                                   const TensorOptions& options)
    : in_time_(in_time) {
  for (int64_t i = 0; i < layers; ++i) resnets_.emplace_back(channels, options);
  add_child("resnets", resnets_);
  if (out_channels > 0)
    add_child("upsamplers.0.conv",
              upsampler_.emplace(channels, out_channels * block_size(in_time), 3, options));
}

Tensor Hunyuan15UpBlock::forward(Tensor x, const HunyuanBlockHook& on_block) const {
  x = hunyuan15_run_resnets(resnets_, std::move(x), on_block);
  if (!upsampler_) return x;
  hunyuan15_start(on_block);
  Tensor y = upsampler_->forward(x);
  const int64_t time = in_time_ ? doubled : 1, channels = y.size(1) / block_size(in_time_);
  // Half of the first frame's channels are not used where the others make two frames.
  y = by_frames(
      y, [&](const Tensor& frame) { return hunyuan15_unpacked(frame, 1).narrow(1, 0, channels); },
      [&](const Tensor& frames) { return hunyuan15_unpacked(frames, time); });
  if (!in_time_) return y.add_(hunyuan15_unpacked(hunyuan15_repeated(x, channels * block_size(false)), 1));
  const auto shortcut = [&](int64_t frames) {
    return [=](const Tensor& part) { return hunyuan15_repeated(hunyuan15_unpacked(part, frames), channels); };
  };
  return y.add_(by_frames(x, shortcut(1), shortcut(time)));
}

}  // namespace fw::families
