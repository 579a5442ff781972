// SPDX-License-Identifier: Apache-2.0
#include "nn/embeddings.h"

#include <cmath>

namespace fw::nn {
namespace {

constexpr int64_t sinusoids = 256;

/// [n, dim] for the positions 0 .. n-1 divided by `scale`.
torch::Tensor sincos_axis(int64_t n, int64_t dim, double scale) {
  const auto options = torch::TensorOptions(torch::kFloat64);
  const torch::Tensor frequency =
      torch::pow(10000.0, -torch::arange(dim / 2, options) / (static_cast<double>(dim) / 2));
  const torch::Tensor angle = torch::outer(torch::arange(n, options) / scale, frequency);
  return torch::cat({angle.sin(), angle.cos()}, 1).to(torch::kFloat32);
}

}  // namespace

torch::Tensor sinusoidal_embedding(const torch::Tensor& t, int64_t dim, SinusoidOrder order,
                                   double freq_shift) {
  const int64_t half = dim / 2;
  const double step = -std::log(10000.0) / (static_cast<double>(half) - freq_shift);
  // CPUs and GPUs differ in the last bit of a float32 exponential, and a timestep of 1000 turns that into an
  // error of 1e-4 in the angle: so the host computes the correctly rounded value for all devices.
  const torch::Tensor frequency =
      (torch::arange(half, torch::kFloat32) * step).to(torch::kFloat64).exp().to(torch::kFloat32);
  const torch::Tensor angle =
      torch::outer(t.to(torch::kFloat32), frequency.to(t.device(), torch::kFloat32, /*non_blocking=*/true));
  const torch::Tensor first = order == SinusoidOrder::sin_cos ? angle.sin() : angle.cos();
  const torch::Tensor second = order == SinusoidOrder::sin_cos ? angle.cos() : angle.sin();
  const torch::Tensor embedding = torch::cat({first, second}, 1);
  return dim % 2 == 0 ? embedding : torch::constant_pad_nd(embedding, {0, 1});
}

TimestepEmbedding::TimestepEmbedding(int64_t in_features, int64_t width, const torch::TensorOptions& options)
    : linear_1_(in_features, width, Bias::yes, options), linear_2_(width, width, Bias::yes, options) {
  add_child("linear_1", linear_1_);
  add_child("linear_2", linear_2_);
}

torch::Tensor TimestepEmbedding::forward(const torch::Tensor& sinusoids) const {
  return linear_2_.forward(torch::silu(linear_1_.forward(sinusoids)));
}

SinusoidalTimestepEmbedding::SinusoidalTimestepEmbedding(int64_t width, const torch::TensorOptions& options)
    : embedding_(sinusoids, width, options) {
  add_child("timestep_embedder", embedding_);
}

torch::Tensor SinusoidalTimestepEmbedding::forward(const torch::Tensor& t, torch::Dtype dtype) const {
  return embedding_.forward(sinusoidal_embedding(t, sinusoids, SinusoidOrder::cos_sin, 0).to(dtype));
}

torch::Tensor patch_tokens(const Convolution& embedder, const torch::Tensor& latents) {
  const auto patch = embedder.weight.sizes().slice(2);  // along t, h, w
  const torch::Tensor tokens = latents.unflatten(4, {-1, patch[2]})
                                   .unflatten(3, {-1, patch[1]})
                                   .unflatten(2, {-1, patch[0]})
                                   .permute({0, 2, 4, 6, 1, 3, 5, 7})
                                   .flatten(4)
                                   .flatten(1, 3);  // [B, S, C t p p]
  return torch::linear(tokens, embedder.weight.flatten(1), embedder.bias);
}

torch::Tensor sincos_3d(const SincosGrid& grid, int64_t dim) {
  const auto [f, h, w] = std::tuple(grid.frames, grid.height, grid.width);
  const torch::Tensor t = sincos_axis(f, dim / 4, grid.temporal_scale).view({f, 1, 1, -1});
  const torch::Tensor x = sincos_axis(w, 3 * dim / 8, grid.spatial_scale).view({1, 1, w, -1});
  const torch::Tensor y = sincos_axis(h, 3 * dim / 8, grid.spatial_scale).view({1, h, 1, -1});
  return torch::cat({t.expand({f, h, w, -1}), x.expand({f, h, w, -1}), y.expand({f, h, w, -1})}, -1)
      .flatten(0, 2);
}

}  // namespace fw::nn
