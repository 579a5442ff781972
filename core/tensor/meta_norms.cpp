// SPDX-License-Identifier: Apache-2.0
#include <ATen/Parallel.h>

#include <array>

#include "tensor/dry_run.h"
#include "tensor/libtorch.h"
#include "tensor/meta_kernels.h"

namespace fw::tensor {

namespace {

using std::optional;
using torch::IntArrayRef;
using torch::Tensor;
using Three = std::tuple<Tensor, Tensor, Tensor>;

bool on_cuda() {
  return DryRun::target() == torch::kCUDA;
}

/// Statistics are float32 on CUDA. On the CPU they have the weight's type if it differs from the input's.
torch::Dtype statistics_dtype(const Tensor& x, const optional<Tensor>& weight) {
  if (on_cuda() && x.scalar_type() != torch::kFloat64) return torch::kFloat32;
  return weight && weight->defined() ? weight->scalar_type() : x.scalar_type();
}

Tensor like_parameter(bool wanted, const optional<Tensor>& parameter, const Tensor& x, int64_t size) {
  if (!wanted) return {};
  if (parameter && parameter->defined()) return torch::empty_like(*parameter, at::MemoryFormat::Contiguous);
  return torch::empty({size}, x.options());
}

Three layer_norm(const Tensor& input, IntArrayRef normalized, const optional<Tensor>& weight,
                 const optional<Tensor>&, double) {
  const Tensor x = input.contiguous();
  Tensor y = torch::empty(x.sizes(), x.options());
  std::vector<int64_t> shape = x.sizes().vec();
  std::fill(shape.end() - static_cast<ptrdiff_t>(normalized.size()), shape.end(), 1);
  const auto options = x.options().dtype(statistics_dtype(x, weight));
  Tensor mean = torch::empty(shape, options);
  Tensor rstd = torch::empty(shape, options);
  return {y, mean, rstd};
}

Three layer_norm_backward(const Tensor& gradient, const Tensor& input, IntArrayRef normalized, const Tensor&,
                          const Tensor&, const optional<Tensor>& weight, const optional<Tensor>& bias,
                          std::array<bool, 3> mask) {
  const Tensor dy = gradient.contiguous();
  const Tensor x = input.contiguous();
  const int64_t width = c10::multiply_integers(normalized);
  Tensor dx = mask[0] ? torch::empty(x.sizes(), x.options()) : Tensor();
  Tensor dweight = like_parameter(mask[1], weight, x, width);
  Tensor dbias = like_parameter(mask[2], bias, x, width);
  // Partial sums: one row per thread on the CPU.
  const bool sums = !on_cuda() && (mask[1] || mask[2]);
  const Tensor partial = sums ? workspace(2 * at::get_num_threads() * width, x.scalar_type()) : x;
  return {dx, dweight, dbias};
}

at::MemoryFormat norm_format(const Tensor& x) {
  return on_cuda() ? at::MemoryFormat::Contiguous : x.suggest_memory_format();
}

Three group_norm_kernel(const Tensor& x, const optional<Tensor>& weight, const optional<Tensor>&, int64_t n,
                        int64_t, int64_t, int64_t groups, double) {
  Tensor y = torch::empty_like(x, norm_format(x));
  const bool mixed = weight && weight->defined() && weight->scalar_type() != x.scalar_type();
  const auto options = x.options().dtype(mixed ? torch::kFloat32 : x.scalar_type());

  Tensor mean = torch::empty({n, groups}, options);
  Tensor rstd = torch::empty({n, groups}, options);
  return {y, mean, rstd};
}

Three group_norm_backward(const Tensor& gradient, const Tensor& x, const Tensor&, const Tensor&,
                          const optional<Tensor>& weight, int64_t, int64_t channels, int64_t, int64_t,
                          std::array<bool, 3> mask) {
  const Tensor dy = gradient.contiguous(norm_format(x));

  Tensor dx = mask[0] ? torch::empty_like(x, norm_format(x)) : Tensor();
  Tensor dweight = like_parameter(mask[1], weight, x, channels);
  Tensor dbias = like_parameter(mask[2], weight, x, channels);
  return {dx, dweight, dbias};
}

/// LibTorch's operator makes the input contiguous on every device except the CPU.
Tensor group_norm(const Tensor& input, int64_t groups, const optional<Tensor>& weight,
                  const optional<Tensor>& bias, double eps, bool) {
  const Tensor x = input.contiguous(norm_format(input));
  const int64_t n = x.size(0), channels = x.size(1);
  return std::get<0>(at::native_group_norm(x, weight.value_or(Tensor()), bias.value_or(Tensor()), n, channels,
                                           x.numel() / std::max<int64_t>(n * channels, 1), groups, eps));
}

std::vector<int64_t> reduced_shape(const Tensor& x, const at::OptionalIntArrayRef& axes, bool keep) {
  std::vector<int64_t> shape;
  const bool all = !axes || axes->empty();
  for (int64_t axis = 0; axis < x.dim(); ++axis) {
    const auto is_axis = [&](int64_t a) { return at::maybe_wrap_dim(a, x.dim()) == axis; };
    const bool reduced = all || std::any_of(axes->begin(), axes->end(), is_axis);
    if (!reduced) shape.push_back(x.size(axis));
    if (reduced && keep) shape.push_back(1);
  }
  return shape;
}

Tensor spread(const Tensor& x, at::OptionalIntArrayRef axes, const optional<at::Scalar>&, bool keep) {
  return torch::empty(reduced_shape(x, axes, keep), x.options());
}

std::tuple<Tensor, Tensor> spread_and_mean(const Tensor& x, at::OptionalIntArrayRef axes,
                                           const optional<at::Scalar>& correction, bool keep) {
  return {spread(x, axes, correction, keep), spread(x, axes, correction, keep)};
}

}  // namespace

Tensor workspace(int64_t elements, torch::Dtype dtype) {
  return torch::empty({elements}, torch::TensorOptions(torch::kMeta).dtype(dtype));
}

}  // namespace fw::tensor

TORCH_LIBRARY_IMPL(aten, Meta, m) {
  using namespace fw::tensor;
  add_if_missing(m, "native_layer_norm", TORCH_FN(layer_norm));
  add_if_missing(m, "native_layer_norm_backward", TORCH_FN(layer_norm_backward));
  add_if_missing(m, "native_group_norm", TORCH_FN(group_norm_kernel));
  add_if_missing(m, "native_group_norm_backward", TORCH_FN(group_norm_backward));
  add_if_missing(m, "group_norm", TORCH_FN(group_norm));
  add_if_missing(m, "std.correction", TORCH_FN(spread));
  add_if_missing(m, "var.correction", TORCH_FN(spread));
  add_if_missing(m, "var_mean.correction", TORCH_FN(spread_and_mean));
}

TORCH_LIBRARY_IMPL(aten, AutogradMeta, m) {
  m.impl("group_norm", TORCH_FN(fw::tensor::group_norm));
}
