// SPDX-License-Identifier: Apache-2.0
#include "families/hunyuan_video/vae_blocks.h"

#include "nn/attention.h"

namespace fw::families {

using torch::Tensor;
using torch::TensorOptions;

namespace {

constexpr double hunyuan_norm_eps = 1e-6;

/// Repeats each pixel `space` times along height and width and each frame `time` times.
void repeat(const Tensor& x, const Tensor& to, int64_t time, int64_t space) {
  to.unflatten(4, {x.size(4), space})
      .unflatten(3, {x.size(3), space})
      .unflatten(2, {x.size(2), time})
      .copy_(x.unsqueeze(3).unsqueeze(5).unsqueeze(7));
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
  const nn::PaddedFrames padded(x, room());
  padded.frames().copy_(x);
  return forward(padded, stride);
}

Tensor HunyuanCausalConv3d::forward(const nn::PaddedFrames& x, torch::IntArrayRef stride) const {
  x.repeat_edges();
  return nn::convolve(x.all, conv_, stride, {0, 0, 0});
}

Tensor HunyuanCausalConv3d::forward_enlarged(Tensor x, int64_t time, int64_t space) const {
  const int64_t others = x.size(2) - 1;
  const std::vector<int64_t> size{1 + time * others, space * x.size(3), space * x.size(4)};
  if (nn::adds_up_taps(x)) {
    const nn::PaddedFrames padded(x, {.before = time == 2 ? 1 : 2, .margin = 1});
    padded.frames().copy_(x);
    padded.repeat_edges();
    x.reset();
    return nn::convolve_doubled(padded.all, conv_, size);
  }
  const nn::PaddedFrames padded({x.size(0), x.size(1), size[0], size[1], size[2]}, x, room());
  repeat(x.narrow(2, 0, 1), padded.frames().narrow(2, 0, 1), 1, space);
  if (others > 0) repeat(x.narrow(2, 1, others), padded.frames().narrow(2, 1, time * others), time, space);
  x.reset();
  return forward(padded);
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
  Tensor y = hunyuan_normed_convolved(norm1_, x, conv1_);
  y = hunyuan_normed_convolved(norm2_, std::move(y), conv2_);
  return y.add_(conv_shortcut_ ? conv_shortcut_->forward(x) : x);
}

Tensor hunyuan_attend_frames(const Tensor& q, const Tensor& k, const Tensor& v, int64_t frames) {
  const int64_t plane = q.size(1) / frames;
  const auto one_head = [](const Tensor& x, int64_t first, int64_t count) {
    return x.narrow(1, first, count).unsqueeze(2);
  };
  // Frame by frame, to avoid a score matrix or a mask over all pixels.
  std::vector<Tensor> seen;
  for (int64_t f = 0; f < frames; ++f)
    seen.push_back(nn::attention(one_head(q, f * plane, plane), one_head(k, 0, (f + 1) * plane),
                                 one_head(v, 0, (f + 1) * plane)));
  return torch::cat(seen, 1);
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
  const Tensor tokens = group_norm_.forward(x).flatten(2).transpose(1, 2);  // [B, T H W, C]
  const Tensor seen =
      hunyuan_attend_frames(to_q_.forward(tokens), to_k_.forward(tokens), to_v_.forward(tokens), x.size(2));
  return to_out_.forward(seen).transpose(1, 2).unflatten(2, {x.size(2), x.size(3), x.size(4)}) + x;
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
  x = run_resnets(resnets_, std::move(x), on_block);
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
  x = run_resnets(resnets_, std::move(x), on_block);
  if (!upsampler_) return x;
  start_block(on_block);
  const int64_t time = resize_.time ? 2 : 1, space = resize_.space ? 2 : 1;
  return upsampler_->forward_enlarged(std::move(x), time, space);
}

}  // namespace fw::families
