// SPDX-License-Identifier: Apache-2.0
//
// Matrix products of float32 on the CPU by oneDNN. LibTorch has MKL multiply, which on AMD's processors keeps
// to AVX2: with AVX-512 at hand oneDNN is twice as fast there. On Intel's own MKL is the faster one, by a
// fifth, and adds in place. Both are parts of LibTorch, so this replaces LibTorch's kernels of aten::mm and
// aten::addmm, through which linear layers, their backward pass and LoRA go; they count and are recorded as
// before.
#include <ATen/CPUFunctions.h>
#include <ATen/Context.h>
#include <torch/library.h>

#include "tensor/cpu_replacement.h"
#include "tensor/libtorch.h"
#include "tensor/plain_operators.h"

namespace fw::tensor {

namespace {

using at::Scalar;
using torch::Tensor;

/// Multiplications below which calling oneDNN costs more than it saves.
constexpr double least_product = 1 << 20;

bool suits(const Tensor& a, const Tensor& b) {
  return a.scalar_type() == torch::kFloat32 && b.scalar_type() == torch::kFloat32 && a.dim() == 2 &&
         b.dim() == 2 && a.size(1) == b.size(0) && a.size(1) > 1 && a.layout() == torch::kStrided &&
         b.layout() == torch::kStrided &&
         static_cast<double>(a.size(0)) * static_cast<double>(a.size(1)) * static_cast<double>(b.size(1)) >=
             least_product &&
         !plain_operators();
}

bool is_row(const Tensor& bias, const Tensor& b) {
  return bias.dim() == 1 && bias.size(0) == b.size(1) && bias.is_contiguous();
}

/// a b + bias. @param bias  [columns], or none
Tensor product_of(const Tensor& a, const Tensor& b, const std::optional<Tensor>& bias = {}) {
  return cpu_product(a, b.t(), bias);
}

bool is_one(const Scalar& factor) {
  return factor.toDouble() == 1;
}

Tensor mm(const Tensor& a, const Tensor& b) {
  return suits(a, b) ? product_of(a, b) : at::cpu::mm(a, b);
}

Tensor addmm(const Tensor& c, const Tensor& a, const Tensor& b, const Scalar& beta, const Scalar& alpha) {
  if (suits(a, b) && is_one(beta) && c.scalar_type() == torch::kFloat32) {
    if (is_row(c, b) && is_one(alpha)) return product_of(a, b, c);
    if (c.dim() == 2 && c.size(0) == a.size(0) && c.size(1) == b.size(1)) {
      Tensor product = product_of(a, b);
      return at::add_out(product, c, product, alpha);
    }
  }
  return at::cpu::addmm(c, a, b, beta, alpha);
}

Tensor& addmm_(Tensor& c, const Tensor& a, const Tensor& b, const Scalar& beta, const Scalar& alpha) {
  const bool fits =
      c.dim() == 2 && a.dim() == 2 && b.dim() == 2 && c.size(0) == a.size(0) && c.size(1) == b.size(1);
  if (fits && suits(a, b) && c.scalar_type() == torch::kFloat32) {
    if (is_one(beta)) return c.add_(product_of(a, b), alpha);
    if (beta.toDouble() == 0) return at::mul_out(c, product_of(a, b), at::scalar_to_tensor(alpha));
  }
  return at::cpu::addmm_(c, a, b, beta, alpha);
}

}  // namespace

bool multiplies_by_onednn() {
  static const bool choice = [] {
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_cpu_init();
    if (at::hasMKL() && __builtin_cpu_is("intel")) return false;
#endif
    return at::hasMKLDNN();
  }();
  return choice;
}

Tensor cpu_product(const Tensor& a, const Tensor& b, const std::optional<Tensor>& bias) {
  if (!multiplies_by_onednn()) return bias ? at::cpu::addmm(*bias, a, b.t()) : at::cpu::mm(a, b.t());
  using Signature = Tensor(const Tensor&, const Tensor&, const std::optional<Tensor>&, std::string_view,
                           c10::List<std::optional<Scalar>>, std::optional<std::string_view>);
  static const auto op =
      c10::Dispatcher::singleton().findSchemaOrThrow("mkldnn::_linear_pointwise", "").typed<Signature>();
  // For weights that are columns of a wider matrix oneDNN has only its reference code, many times slower.
  const bool is_dense = b.is_contiguous() || b.t().is_contiguous();
  return op.call(a, is_dense ? b : b.contiguous(), bias, "none", c10::List<std::optional<Scalar>>(), "");
}

SilentReplacement::SilentReplacement() : guard_(&silence_) {}

}  // namespace fw::tensor

TORCH_LIBRARY_IMPL(aten, CPU, m) {
  if (!fw::tensor::multiplies_by_onednn()) return;
  const fw::tensor::SilentReplacement silent;
  m.impl("mm", TORCH_FN(fw::tensor::mm));
  m.impl("addmm", TORCH_FN(fw::tensor::addmm));
  m.impl("addmm_", TORCH_FN(fw::tensor::addmm_));
}
