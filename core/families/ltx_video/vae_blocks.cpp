// SPDX-License-Identifier: Apache-2.0
#include "families/ltx_video/vae_blocks.h"

namespace fw::families {
namespace {

using torch::Tensor;
using torch::TensorOptions;

constexpr double ltx_norm_eps = 1e-8;

/// 1 / sqrt(mean(x^2) + eps) over the channels, [B, 1, T, H, W] float32, without a copy of x.
Tensor inverse_channel_rms(const Tensor& x) {
  const Tensor norm = torch::linalg_vector_norm(x, 2, {1}, /*keepdim=*/true, torch::kFloat32);
  return norm.square_().div_(x.size(1)).add_(ltx_norm_eps).rsqrt_();
}

/// Views channels of x as pixels: [B, C / (st ss ss), T, st, H, ss, W, ss].
Tensor channels_as_pixels(const Tensor& x, int64_t st, int64_t ss) {
  return x.unflatten(1, {-1, st, ss, ss}).permute({0, 1, 5, 2, 6, 3, 7, 4});
}

/// Moves pixels of x into channels: [B, C st ss ss, T / st, H / ss, W / ss], the channel outermost.
Tensor pixels_as_channels(const Tensor& x, int64_t st, int64_t ss) {
  return x.unflatten(4, {-1, ss})
      .unflatten(3, {-1, ss})
      .unflatten(2, {-1, st})
      .permute({0, 1, 3, 5, 7, 2, 4, 6})
      .flatten(1, 4);
}

int64_t stride_in_time(LtxDownsampling kind) {
  return kind == LtxDownsampling::spatial ? 1 : 2;
}
int64_t stride_in_space(LtxDownsampling kind) {
  return kind == LtxDownsampling::temporal ? 1 : 2;
}

}  // namespace

LtxConv3d::LtxConv3d(int64_t in_channels, int64_t out_channels, bool causal, const TensorOptions& options,
                     bool reflects)
    : causal_(causal), reflects_(reflects), conv_(in_channels, out_channels, {3, 3, 3}, options) {
  add_child("conv", conv_);
}

nn::FrameRoom LtxConv3d::room() const {
  nn::FrameRoom room = causal_ ? nn::FrameRoom{.before = 2} : nn::FrameRoom{.before = 1, .after = 1};
  room.margin = reflects_ ? 1 : 0;
  return room;
}

Tensor LtxConv3d::forward(const nn::PaddedFrames& x, int64_t stride) const {
  x.repeat_edges();
  const int64_t end = x.room.before + x.count;
  if (x.room.after > 0) x.all.narrow(2, end, 1).copy_(x.all.narrow(2, end - 1, 1));
  if (!reflects_) return nn::convolve(x.all, conv_, {stride, stride, stride}, {0, 1, 1});
  for (const int64_t axis : {3, 4}) {
    const int64_t size = x.all.size(axis);
    if (size == 3) continue;  // a single row or column has nothing to reflect: it is repeated
    x.all.select(axis, 0).copy_(x.all.select(axis, 2));
    x.all.select(axis, size - 1).copy_(x.all.select(axis, size - 3));
  }
  return nn::convolve(x.all, conv_, {stride, stride, stride}, {0, 0, 0});
}

Tensor LtxConv3d::forward(const Tensor& x, int64_t stride) const {
  const nn::PaddedFrames padded(x, room());
  padded.frames().copy_(x);
  return forward(padded, stride);
}

Tensor ltx_normed_convolved(Tensor x, const Tensor& shift, const Tensor& scale, const LtxConv3d& conv) {
  const nn::PaddedFrames padded(x, conv.room());
  Tensor frames = padded.frames();
  torch::mul_out(frames, x, inverse_channel_rms(x));
  if (shift.defined()) torch::addcmul_out(frames, shift, frames, 1 + scale);
  torch::silu_(frames);
  x.reset();
  return conv.forward(padded);
}

std::vector<Tensor> ltx_channel_numbers(const Tensor& table, const Tensor& embedded) {
  const Tensor numbers = table + embedded.unflatten(1, {table.size(0), -1});  // [B, n, C]
  return numbers.unsqueeze(-1).unsqueeze(-1).unsqueeze(-1).unbind(1);
}

LtxResnetBlock::LtxResnetBlock(int64_t in_channels, int64_t out_channels, const LtxResnetOptions& how,
                               const TensorOptions& options)
    : conv1_(in_channels, out_channels, how.causal, options, how.reflects),
      conv2_(out_channels, out_channels, how.causal, options, how.reflects) {
  add_child("conv1", conv1_);
  add_child("conv2", conv2_);
  if (in_channels != out_channels) {
    add_child("norm3", norm3_.emplace(in_channels, how.norm_eps, nn::Affine::yes, options));
    add_child("conv_shortcut.conv",
              conv_shortcut_.emplace(in_channels, out_channels, torch::IntArrayRef{1, 1, 1}, options));
  }
  if (how.inject_noise) {
    add_parameter("per_channel_scale1", per_channel_scale1_, {in_channels, 1, 1}, options);
    add_parameter("per_channel_scale2", per_channel_scale2_, {in_channels, 1, 1}, options);
  }
  if (how.timestep_conditioning)
    add_parameter("scale_shift_table", scale_shift_table_, {4, in_channels}, options);
}

Tensor LtxResnetBlock::forward(const Tensor& x, const Tensor& embedded, const LtxPass& pass) const {
  pass.start_block();
  std::vector<Tensor> m(4);
  if (scale_shift_table_.defined()) m = ltx_channel_numbers(scale_shift_table_, embedded);
  const auto add_noise = [&](Tensor& y, const Tensor& scale) {
    if (!scale.defined() || !pass.options.injected_noise) return;
    const Tensor noise = pass.options.injected_noise({y.size(3), y.size(4)}).to(y.device(), y.scalar_type());
    y.add_(noise * scale.unsqueeze(1));  // [C, 1, H, W]: the same for each frame
  };
  Tensor y = ltx_normed_convolved(x, m[0], m[1], conv1_);
  add_noise(y, per_channel_scale1_);
  y = ltx_normed_convolved(std::move(y), m[2], m[3], conv2_);
  add_noise(y, per_channel_scale2_);
  if (!conv_shortcut_) return y.add_(x);
  const Tensor normed = norm3_->forward(x.movedim(1, -1)).movedim(-1, 1);
  return y.add_(nn::convolve(normed, *conv_shortcut_, {1, 1, 1}, {0, 0, 0}));
}

LtxResnets::LtxResnets(int64_t count, int64_t channels, const LtxResnetOptions& how,
                       const TensorOptions& options) {
  if (how.timestep_conditioning) add_child("time_embedder", time_embedder_.emplace(4 * channels, options));
  for (int64_t i = 0; i < count; ++i) resnets_.emplace_back(channels, channels, how, options);
  add_child("resnets", resnets_);
}

Tensor LtxResnets::forward(Tensor x, const LtxPass& pass) const {
  Tensor embedded;
  if (time_embedder_) embedded = time_embedder_->forward(pass.timestep, x.scalar_type());
  for (size_t i = 0; i < resnets_.size(); ++i) x = resnets_[i].forward(x, embedded, pass);
  return x;
}

LtxDownsample::LtxDownsample(int64_t in_channels, int64_t out_channels, LtxDownsampling kind, bool causal,
                             const TensorOptions& options)
    : stride_t_(stride_in_time(kind)),
      stride_s_(stride_in_space(kind)),
      out_channels_(out_channels),
      conv_(in_channels, out_channels / (stride_t_ * stride_s_ * stride_s_), causal, options) {
  add_child("conv", conv_);
}

Tensor LtxDownsample::forward(const Tensor& x) const {
  const Tensor padded = torch::cat({x.narrow(2, 0, stride_t_ - 1), x}, 2);
  const Tensor means =
      pixels_as_channels(padded, stride_t_, stride_s_).unflatten(1, {out_channels_, -1}).mean(2);
  return pixels_as_channels(conv_.forward(padded), stride_t_, stride_s_).add_(means);
}

LtxUpsample::LtxUpsample(int64_t in_channels, const LtxUpsampling& how, const TensorOptions& options)
    : stride_t_(stride_in_time(how.kind)),
      stride_s_(stride_in_space(how.kind)),
      residual_(how.residual),
      conv_(in_channels, in_channels * stride_t_ * stride_s_ * stride_s_ / how.factor, how.causal, options,
            how.reflects) {
  add_child("conv", conv_);
}

Tensor LtxUpsample::forward(const Tensor& x) const {
  const Tensor pixels = channels_as_pixels(conv_.forward(x), stride_t_, stride_s_);
  Tensor y = torch::empty(
      {x.size(0), pixels.size(1), stride_t_ * x.size(2), stride_s_ * x.size(3), stride_s_ * x.size(4)},
      x.options().memory_format(nn::video_memory_format(x)));
  const Tensor cells =
      y.unflatten(4, {-1, stride_s_}).unflatten(3, {-1, stride_s_}).unflatten(2, {-1, stride_t_});
  cells.copy_(pixels);
  if (residual_) {
    const Tensor own = channels_as_pixels(x, stride_t_, stride_s_);
    cells.unflatten(1, {-1, own.size(1)}).add_(own.unsqueeze(1));
  }
  return y.narrow(2, stride_t_ - 1, y.size(2) - stride_t_ + 1);
}

}  // namespace fw::families
