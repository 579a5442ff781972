// SPDX-License-Identifier: Apache-2.0
#include "tensor/libtorch.h"
#include "tensor/meta_kernels.h"

namespace fw::tensor {

namespace {

using std::optional;
using torch::Tensor;

Tensor index_select(const Tensor& x, int64_t axis, const Tensor& index) {
  std::vector<int64_t> shape = x.sizes().vec();
  if (!shape.empty()) shape[static_cast<size_t>(at::maybe_wrap_dim(axis, x.dim()))] = index.numel();
  return torch::empty(shape, x.options());
}

Tensor embedding_backward(const Tensor& gradient, const Tensor&, int64_t rows, int64_t, bool) {
  return torch::empty({rows, gradient.size(-1)}, gradient.options());
}

Tensor where(const Tensor& condition, const Tensor& x, const Tensor& y) {
  const auto shape = at::infer_size(condition.sizes(), at::infer_size(x.sizes(), y.sizes()));
  const auto options = x.options().dtype(at::result_type(x, y));
  // Keeps the strides of a dense operand, as LibTorch's iterator does.
  for (const Tensor& each : {condition, x, y}) {
    if (each.sizes() == torch::IntArrayRef(shape)) return torch::empty_like(each, options);
  }
  return torch::empty(shape, options);
}

/// As called by the math kernel of attention, with a tensor of the result's size.
Tensor& where_out(const Tensor&, const Tensor&, const Tensor&, Tensor& out) {
  return out;
}

Tensor magnitude(const Tensor& x) {
  const bool complex = x.is_complex();
  return torch::empty_like(
      x, x.options().dtype(complex ? c10::toRealValueType(x.scalar_type()) : x.scalar_type()));
}

Tensor truth(const Tensor& x) {
  return torch::empty_like(x, x.options().dtype(torch::kBool));
}

Tensor complex(const Tensor& real, const Tensor& imaginary) {
  return torch::empty(at::infer_size(real.sizes(), imaginary.sizes()),
                      real.options().dtype(c10::toComplexType(real.scalar_type())));
}

Tensor extreme(const Tensor& x) {
  return torch::empty({}, x.options());
}

std::tuple<Tensor, Tensor> dropout(const Tensor& x, double, optional<bool>) {
  return {torch::empty_like(x), torch::empty_like(x, x.options().dtype(torch::kBool))};
}

/// Changes its arguments in place and allocates nothing.
void fused_adam(at::TensorList, at::TensorList, at::TensorList, at::TensorList, at::TensorList,
                at::TensorList, double, double, double, double, double, bool, bool, const optional<Tensor>&,
                const optional<Tensor>&) {}

}  // namespace

}  // namespace fw::tensor

TORCH_LIBRARY_IMPL(aten, Meta, m) {
  using namespace fw::tensor;
  add_if_missing(m, "index_select", TORCH_FN(index_select));
  add_if_missing(m, "embedding_dense_backward", TORCH_FN(embedding_backward));
  add_if_missing(m, "where.self", TORCH_FN(where));
  add_if_missing(m, "where.self_out", TORCH_FN(where_out));
  add_if_missing(m, "abs", TORCH_FN(magnitude));
  add_if_missing(m, "isnan", TORCH_FN(truth));
  add_if_missing(m, "isinf", TORCH_FN(truth));
  add_if_missing(m, "complex", TORCH_FN(complex));
  add_if_missing(m, "max", TORCH_FN(extreme));
  add_if_missing(m, "min", TORCH_FN(extreme));
  add_if_missing(m, "native_dropout", TORCH_FN(dropout));
  add_if_missing(m, "_fused_adam_", TORCH_FN(fused_adam));
  add_if_missing(m, "_fused_adamw_", TORCH_FN(fused_adam));
}
