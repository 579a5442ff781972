// SPDX-License-Identifier: Apache-2.0
#include "families/hunyuan_video/vae_blocks.h"

#include "nn/attention.h"

namespace fw::families {

using torch::Tensor;
using torch::TensorOptions;

namespace {

constexpr double hunyuan_norm_eps = 1e-6;

/// Fills the room around a plane with its edge.
void repeat_edges(const Tensor& padded, int64_t axis) {
  const int64_t n = padded.size(axis);
  padded.narrow(axis, 0, 1).copy_(padded.narrow(axis, 1, 1));
  padded.narrow(axis, n - 1, 1).copy_(padded.narrow(axis, n - 2, 1));
}

/// Each pixel `space` times along height and width, each frame `time` times.
Tensor repeated(const Tensor& x, int64_t time, int64_t space) {
  return x.unsqueeze(3)
      .unsqueeze(5)
      .unsqueeze(7)
      .expand({-1, -1, -1, time, -1, space, -1, space})
      .flatten(6, 7)
      .flatten(4, 5)
      .flatten(2, 3);
}

void start_block(const HunyuanBlockHook& on_block) {
  if (on_block) on_block();
}

template <class List>
Tensor run_resnets(const List& resnets, Tensor x, const HunyuanBlockHook& on_block) {
  for (size_t i = 0; i < resnets.size(); ++i) {
    start_block(on_block);
    x = resnets[i].forward(x);
  }
  return x;
}

}  // namespace

HunyuanCausalConv3d::HunyuanCausalConv3d(int64_t in_channels, int64_t out_channels, int64_t kernel,
                                         const TensorOptions& options)
    : kernel_(kernel), conv_(in_channels, out_channels, {kernel, kernel, kernel}, options) {
  add_child("conv", conv_);
}

Tensor HunyuanCausalConv3d::forward(const Tensor& x, torch::IntArrayRef stride) const {
  if (kernel_ == 1) return nn::convolve(x, conv_, stride, {0, 0, 0});
  const int64_t edge = kernel_ / 2, before = kernel_ - 1;
  const int64_t t = x.size(2), h = x.size(3), w = x.size(4);
  const Tensor padded = torch::empty({x.size(0), x.size(1), before + t, h + 2 * edge, w + 2 * edge},
                                     x.options().memory_format(nn::video_memory_format(x)));
  const Tensor frames = padded.narrow(2, before, t);
  frames.narrow(3, edge, h).narrow(4, edge, w).copy_(x);
  repeat_edges(frames.narrow(4, edge, w), 3);
  repeat_edges(frames, 4);
  padded.narrow(2, 0, before).copy_(padded.narrow(2, before, 1).expand_as(padded.narrow(2, 0, before)));
  return nn::convolve(padded, conv_, stride, {0, 0, 0});
}

Tensor hunyuan_activated(const nn::GroupNorm& norm, const Tensor& x) {
  Tensor y = norm.forward(x);
  return torch::silu_(y);
}

HunyuanResnetBlock::HunyuanResnetBlock(int64_t in_channels, int64_t out_channels, int64_t groups,
                                       const TensorOptions& options)
    : norm1_(groups, in_channels, hunyuan_norm_eps, options),
      conv1_(in_channels, out_channels, 3, options),
      norm2_(groups, out_channels, hunyuan_norm_eps, options),
      conv2_(out_channels, out_channels, 3, options) {
  add_child("norm1", norm1_);
  add_child("conv1", conv1_);
  add_child("norm2", norm2_);
  add_child("conv2", conv2_);
  if (in_channels != out_channels)
    add_child("conv_shortcut", conv_shortcut_.emplace(in_channels, out_channels, 1, options));
}

Tensor HunyuanResnetBlock::forward(const Tensor& x) const {
  Tensor y = conv1_.forward(hunyuan_activated(norm1_, x));
  y = conv2_.forward(hunyuan_activated(norm2_, y));
  return y.add_(conv_shortcut_ ? conv_shortcut_->forward(x) : x);
}

HunyuanFrameAttention::HunyuanFrameAttention(int64_t channels, int64_t groups, const TensorOptions& options)
    : group_norm_(groups, channels, hunyuan_norm_eps, options),
      to_q_(channels, channels, nn::Bias::yes, options),
      to_k_(channels, channels, nn::Bias::yes, options),
      to_v_(channels, channels, nn::Bias::yes, options),
      to_out_(channels, channels, nn::Bias::yes, options) {
  add_child("group_norm", group_norm_);
  add_child("to_q", to_q_);
  add_child("to_k", to_k_);
  add_child("to_v", to_v_);
  add_child("to_out.0", to_out_);
}

Tensor HunyuanFrameAttention::forward(const Tensor& x) const {
  const int64_t frames = x.size(2), plane = x.size(3) * x.size(4);
  const Tensor tokens = group_norm_.forward(x).flatten(2).transpose(1, 2);  // [B, T H W, C]
  const auto one_head = [](const Tensor& t) { return t.unsqueeze(2); };
  const Tensor q = one_head(to_q_.forward(tokens)), k = one_head(to_k_.forward(tokens)),
               v = one_head(to_v_.forward(tokens));
  // Frame by frame, so that no matrix of all pixels' scores or of what is hidden is needed.
  std::vector<Tensor> seen;
  for (int64_t f = 0; f < frames; ++f)
    seen.push_back(nn::attention(q.narrow(1, f * plane, plane), k.narrow(1, 0, (f + 1) * plane),
                                 v.narrow(1, 0, (f + 1) * plane)));
  const Tensor y = to_out_.forward(torch::cat(seen, 1)).transpose(1, 2);
  return y.unflatten(2, {frames, x.size(3), x.size(4)}) + x;
}

HunyuanMidBlock::HunyuanMidBlock(int64_t channels, int64_t groups, bool with_attention,
                                 const TensorOptions& options) {
  if (with_attention) attentions_.emplace_back(channels, groups, options);
  for (int i = 0; i < 2; ++i) resnets_.emplace_back(channels, channels, groups, options);
  add_child("attentions", attentions_);
  add_child("resnets", resnets_);
}

Tensor HunyuanMidBlock::forward(Tensor x, const HunyuanBlockHook& on_block) const {
  start_block(on_block);
  x = resnets_[0].forward(x);
  start_block(on_block);
  if (!attentions_.empty()) x = attentions_[0].forward(x);
  return resnets_[1].forward(x);
}

HunyuanDownBlock::HunyuanDownBlock(int64_t in_channels, int64_t out_channels, int64_t layers, int64_t groups,
                                   HunyuanResize resize, const TensorOptions& options)
    : resize_(resize) {
  for (int64_t i = 0; i < layers; ++i)
    resnets_.emplace_back(i == 0 ? in_channels : out_channels, out_channels, groups, options);
  add_child("resnets", resnets_);
  if (resize.any())
    add_child("downsamplers.0.conv", downsampler_.emplace(out_channels, out_channels, 3, options));
}

Tensor HunyuanDownBlock::forward(Tensor x, const HunyuanBlockHook& on_block) const {
  x = run_resnets(resnets_, x, on_block);
  const int64_t time = resize_.time ? 2 : 1, space = resize_.space ? 2 : 1;
  return downsampler_ ? downsampler_->forward(x, {time, space, space}) : x;
}

HunyuanUpBlock::HunyuanUpBlock(int64_t in_channels, int64_t out_channels, int64_t layers, int64_t groups,
                               HunyuanResize resize, const TensorOptions& options)
    : resize_(resize) {
  for (int64_t i = 0; i < layers; ++i)
    resnets_.emplace_back(i == 0 ? in_channels : out_channels, out_channels, groups, options);
  add_child("resnets", resnets_);
  if (resize.any())
    add_child("upsamplers.0.conv", upsampler_.emplace(out_channels, out_channels, 3, options));
}

Tensor HunyuanUpBlock::forward(Tensor x, const HunyuanBlockHook& on_block) const {
  x = run_resnets(resnets_, x, on_block);
  if (!upsampler_) return x;
  start_block(on_block);
  const int64_t time = resize_.time ? 2 : 1, space = resize_.space ? 2 : 1;
  const Tensor first = repeated(x.narrow(2, 0, 1), 1, space);
  if (x.size(2) == 1) return upsampler_->forward(first);
  const Tensor others = repeated(x.narrow(2, 1, x.size(2) - 1), time, space);
  return upsampler_->forward(torch::cat({first, others}, 2));
}

}  // namespace fw::families
