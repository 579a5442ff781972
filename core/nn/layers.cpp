// SPDX-License-Identifier: Apache-2.0
#include "nn/layers.h"

namespace fw::nn {

LayerNorm::LayerNorm(int64_t width, double eps, Affine affine, const torch::TensorOptions& options)
    : width_(width), eps_(eps) {
  if (affine == Affine::no) return;
  add_parameter("weight", weight, {width}, options);
  add_parameter("bias", bias, {width}, options);
}

torch::Tensor LayerNorm::forward(const torch::Tensor& x) const {
  return torch::layer_norm(x, {width_}, weight, bias, eps_);
}

torch::Tensor inverse_rms(const torch::Tensor& x, double eps, int64_t axis) {
  const auto wide = at::promote_types(x.scalar_type(), torch::kFloat32);
  return torch::rsqrt(x.to(wide).square().mean(axis, /*keepdim=*/true) + eps);
}

RmsNorm::RmsNorm(int64_t width, double eps, const torch::TensorOptions& options) : eps_(eps) {
  add_parameter("weight", weight, {width}, options);
}

torch::Tensor RmsNorm::forward(const torch::Tensor& x) const {
  return (x * inverse_rms(x, eps_)).to(weight.scalar_type()) * weight;
}

Convolution::Convolution(int64_t in_channels, int64_t out_channels, torch::IntArrayRef kernel,
                         const torch::TensorOptions& options) {
  std::vector<int64_t> shape{out_channels, in_channels};
  shape.insert(shape.end(), kernel.begin(), kernel.end());
  add_parameter("weight", weight, shape, options);
  add_parameter("bias", bias, {out_channels}, options);
}

Embedding::Embedding(int64_t rows, int64_t width, const torch::TensorOptions& options) {
  add_parameter("weight", weight, {rows, width}, options);
}

torch::Tensor Embedding::forward(const torch::Tensor& ids) const {
  return torch::embedding(weight, ids);
}

}  // namespace fw::nn
