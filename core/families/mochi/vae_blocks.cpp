// SPDX-License-Identifier: Apache-2.0
#include "families/mochi/vae_blocks.h"

#include "nn/attention.h"

namespace fw::families {
namespace {

using torch::Tensor;
using torch::TensorOptions;

constexpr int64_t norm_groups = 32, head_width = 32;
constexpr double mochi_norm_eps = 1e-5;
/// Frames normed and pixels attended at a time: they bound the memory needed besides the frames.
constexpr int64_t frames_at_a_time = 8, pixels_at_a_time = 1 << 15;

Tensor of_unit_length(const Tensor& x) {
  return x / torch::linalg_vector_norm(x, 2, {-1}, /*keepdim=*/true).clamp_min(mochi_norm_eps);
}

/// [T, T], added to the scores so that no frame sees a later one.
Tensor causal_bias(int64_t frames, const TensorOptions& options) {
  return torch::full({frames, frames}, -std::numeric_limits<double>::infinity(), options).triu(1);
}

/// conv(silu(norm(x))). If x is moved in, it is freed before the result is allocated.
Tensor normed_convolved(const MochiNorm& norm, Tensor x, const MochiConv3d& conv) {
  const nn::PaddedFrames padded(x, conv.room());
  Tensor frames = padded.frames();
  norm.forward(x, frames);
  torch::silu_(frames);
  x.reset();
  return conv.forward(padded);
}

}  // namespace

MochiConv3d::MochiConv3d(int64_t in_channels, int64_t out_channels, int64_t time, int64_t space,
                         Stride stride, const TensorOptions& options)
    : time_(time),
      space_(space),
      stride_(stride),
      conv_(in_channels, out_channels, {time, space, space}, options) {
  add_child("conv", conv_);
}

Tensor MochiConv3d::forward(const nn::PaddedFrames& x) const {
  x.repeat_edges();
  if (stride_ == Stride::one) return nn::convolve(x.all, conv_, {1, 1, 1}, {0, 0, 0});
  return nn::convolve(x.all, conv_, {time_, space_, space_}, {0, 0, 0});
}

Tensor MochiConv3d::forward(const Tensor& x) const {
  const nn::PaddedFrames padded(x, room());
  padded.frames().copy_(x);
  return forward(padded);
}

MochiNorm::MochiNorm(int64_t channels, const TensorOptions& options)
    : norm_layer_(norm_groups, channels, mochi_norm_eps, options) {
  add_child("norm_layer", norm_layer_);
}

void MochiNorm::forward(const Tensor& x, const Tensor& to) const {
  for (int64_t sample = 0; sample < x.size(0); ++sample) {
    for (int64_t t = 0; t < x.size(2); t += frames_at_a_time) {
      const auto images = [&](const Tensor& frames) {
        return frames.select(0, sample)
            .narrow(1, t, std::min(frames_at_a_time, x.size(2) - t))
            .transpose(0, 1);
      };
      norm_layer_.normalise(images(x), images(to));
    }
  }
}

Tensor MochiNorm::forward(const Tensor& x) const {
  Tensor normed = torch::empty_like(x);
  forward(x, normed);
  return normed;
}

MochiTimeAttention::MochiTimeAttention(int64_t channels, const TensorOptions& options)
    : heads_(channels / head_width),
      to_q_(channels, channels, nn::Bias::no, options),
      to_k_(channels, channels, nn::Bias::no, options),
      to_v_(channels, channels, nn::Bias::no, options),
      to_out_(channels, channels, nn::Bias::yes, options) {
  add_child("to_q", to_q_);
  add_child("to_k", to_k_);
  add_child("to_v", to_v_);
  add_child("to_out.0", to_out_);
}

void MochiTimeAttention::add_to(Tensor& x, const Tensor& normed) const {
  const Tensor bias = causal_bias(x.size(2), x.options());
  const int64_t rows = std::max<int64_t>(1, pixels_at_a_time / (x.size(0) * x.size(4)));
  for (int64_t i = 0; i < x.size(3); i += rows) {
    const int64_t count = std::min(rows, x.size(3) - i);
    const Tensor band = normed.narrow(3, i, count).permute({0, 3, 4, 2, 1});  // [B, rows, W, T, C]
    const Tensor y = band.flatten(0, 2);
    const auto heads = [&](const nn::Linear& linear) {
      return linear.forward(y).unflatten(-1, {heads_, -1});
    };
    const Tensor found =
        nn::attention(of_unit_length(heads(to_q_)), of_unit_length(heads(to_k_)), heads(to_v_), bias);
    x.narrow(3, i, count).add_(to_out_.forward(found).view(band.sizes()).permute({0, 4, 3, 1, 2}));
  }
}

MochiResnetBlock::MochiResnetBlock(int64_t channels, const TensorOptions& options)
    : norm1_(channels, options),
      norm2_(channels, options),
      conv1_(channels, channels, 3, 3, MochiConv3d::Stride::one, options),
      conv2_(channels, channels, 3, 3, MochiConv3d::Stride::one, options) {
  add_child("norm1", norm1_);
  add_child("conv1", conv1_);
  add_child("norm2", norm2_);
  add_child("conv2", conv2_);
}

Tensor MochiResnetBlock::forward(const Tensor& x) const {
  Tensor y = normed_convolved(norm1_, x, conv1_);
  y = normed_convolved(norm2_, std::move(y), conv2_);
  return y.add_(x);
}

MochiResnets::MochiResnets(int64_t count, int64_t channels, bool attention, const TensorOptions& options) {
  for (int64_t i = 0; i < count; ++i) {
    resnets_.emplace_back(channels, options);
    if (!attention) continue;
    norms_.emplace_back(channels, options);
    attentions_.emplace_back(channels, options);
  }
  add_child("resnets", resnets_);
  add_child("norms", norms_);
  add_child("attentions", attentions_);
}

Tensor MochiResnets::forward(Tensor x, const VaeOptions& options) const {
  for (size_t i = 0; i < resnets_.size(); ++i) {
    if (options.on_block) options.on_block();
    x = resnets_[i].forward(x);
    if (!attentions_.empty()) attentions_[i].add_to(x, norms_[i].forward(x));
  }
  return x;
}

Tensor mochi_by_pixel(const Tensor& x, const nn::Linear& linear) {
  return linear.forward(x.permute({0, 2, 3, 4, 1})).permute({0, 4, 1, 2, 3});
}

}  // namespace fw::families
