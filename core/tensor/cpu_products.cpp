// SPDX-License-Identifier: Apache-2.0
//
// Matrix products of float32 on the CPU. LibTorch uses MKL, which is limited to AVX2 on AMD's processors; on
// those with AVX-512 oneDNN is twice as fast. On Intel's processors MKL is a fifth faster and accumulates in
// place; with AMX, that is the fastest (tensor/amx_products.h). This replaces LibTorch's kernels of aten::mm
// and aten::addmm, which linear layers, their backward pass and LoRA use. The operators are counted and
// recorded as before.
#include <ATen/CPUFunctions.h>
#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/cpu/Utils.h>
#include <torch/library.h>

#include <cstdlib>
#include <memory>

#include "tensor/amx_products.h"
#include "tensor/cpu_replacement.h"
#include "tensor/libtorch.h"
#include "tensor/plain_operators.h"

namespace fw::tensor {

namespace {

using at::Scalar;
using torch::Tensor;

/// True if the fastest library beats MKL at this product.
bool pays(const Tensor& a, const Tensor& b) {
  const auto rows = static_cast<double>(a.size(0)), depth = static_cast<double>(a.size(1)),
             columns = static_cast<double>(b.size(1));
  switch (cpu_multiplier()) {
    case Multiplier::mkl:
      return false;
    case Multiplier::onednn:
      return rows * depth * columns >= 1 << 20;  // the call itself takes time
    case Multiplier::amx:
      return depth >= 128 && 1 / rows + 1 / columns < 1.0 / 185;  // splitting takes time
  }
  return false;
}

bool suits(const Tensor& a, const Tensor& b) {
  return a.scalar_type() == torch::kFloat32 && b.scalar_type() == torch::kFloat32 && a.dim() == 2 &&
         b.dim() == 2 && a.size(1) == b.size(0) && a.size(1) > 1 && a.layout() == torch::kStrided &&
         b.layout() == torch::kStrided && pays(a, b) && !plain_operators();
}

bool is_row(const Tensor& bias, const Tensor& b) {
  return bias.dim() == 1 && bias.size(0) == b.size(1) && bias.is_contiguous();
}

/// a b + bias. @param bias  [columns]; optional
Tensor product_of(const Tensor& a, const Tensor& b, const std::optional<Tensor>& bias = {}) {
  return cpu_product(a, b.t(), bias);
}

bool is_one(const Scalar& factor) {
  return factor.toDouble() == 1;
}

using amx::DepthBlock;
using amx::Factor;
using amx::Result;

/// Split panels of one factor. Each thread keeps its memory: allocating and freeing blocks of this size would
/// fragment the heap, and recently written memory is in the cache.
class SplitPanels {
 public:
  /// @param panels, steps  maximum for the following calls
  void reserve(int64_t panels, int64_t steps) {
    const auto bytes = static_cast<size_t>(panels * steps * amx::step_values) * sizeof(uint16_t);
    if (bytes <= bytes_) return;
    values_.reset(static_cast<uint16_t*>(std::aligned_alloc(64, bytes)));
    bytes_ = values_ == nullptr ? 0 : bytes;
    TORCH_CHECK_WITH(OutOfMemoryError, values_ != nullptr, "no memory for a product of matrices");
  }
  /// @param panel  counted from the first one in this object
  uint16_t* at(int64_t panel, const DepthBlock& block) const {
    return values_.get() + panel * block.steps * amx::step_values;
  }

 private:
  struct Free {
    void operator()(uint16_t* memory) const { std::free(memory); }
  };
  std::unique_ptr<uint16_t, Free> values_;
  size_t bytes_ = 0;
};

/// The matrix itself, or a contiguous copy if neither stride is 1.
Tensor dense(const Tensor& x) {
  return x.stride(0) == 1 || x.stride(1) == 1 ? x : x.contiguous();
}

/// out = beta out + alpha a b + bias. @param a [M, K], @param b [K, N], @param out [M, N], contiguous rows
void amx_product(const Tensor& a, const Tensor& b, const Tensor& out, const Result& factors) {
  constexpr int64_t most_steps = 32;
  constexpr int64_t most_panel_steps = 1024;  // split at a time: 6 MiB
  const Tensor left = dense(a), right = dense(b);
  const Factor l{left.const_data_ptr<float>(), left.size(0), left.size(1), left.stride(0), left.stride(1)};
  const Factor r{right.const_data_ptr<float>(), right.size(1), right.size(0), right.stride(1),
                 right.stride(0)};
  Result result = factors;
  result.data = out.mutable_data_ptr<float>();
  result.rows = l.lines;
  result.columns = r.lines;
  result.row_stride = out.stride(0);
  using namespace amx;
  const int64_t rows = at::divup(l.lines, panel_lines), columns = at::divup(r.lines, panel_lines);
  const int64_t all_steps = at::divup(l.depth, step_depth);
  const int64_t steps = at::divup(all_steps, at::divup(all_steps, most_steps)),
                most_columns = std::min(columns, most_panel_steps / steps);
  // Columns are divided into groups if there are too few rows for all threads.
  const int64_t groups = std::min(most_columns, at::divup(at::get_num_threads(), rows));
  static thread_local SplitPanels columns_of_thread, rows_of_thread;
  SplitPanels& split_columns = columns_of_thread;
  split_columns.reserve(most_columns, steps);
  for (int64_t depth = 0; depth < l.depth; depth += steps * step_depth)
    for (int64_t column = 0; column < columns; column += most_columns) {
      const int64_t end = std::min(l.depth, depth + steps * step_depth),
                    column_count = std::min(most_columns, columns - column);
      const DepthBlock block{depth, end, at::divup(end - depth, step_depth)};
      at::parallel_for(0, column_count, 1, [&](int64_t first, int64_t last) {
        for (int64_t i = first; i < last; ++i) split_right(r, column + i, block, split_columns.at(i, block));
      });
      at::parallel_for(0, rows * groups, 1, [&](int64_t first, int64_t last) {
        SplitPanels& split_rows = rows_of_thread;
        split_rows.reserve(most_rows, steps);
        for (int64_t task = first; task < last;) {
          const int64_t group = task / rows, row = task % rows, there = std::min(rows - row, last - task),
                        row_count = at::divup(there, at::divup(there, most_rows));
          const int64_t from = group * column_count / groups, to = (group + 1) * column_count / groups;
          for (int64_t i = 0; i < row_count; ++i) split_left(l, row + i, block, split_rows.at(i, block));
          multiply(split_rows.at(0, block), row, row_count, split_columns.at(from, block), column + from,
                   to - from, block, result);
          task += row_count;
        }
      });
    }
}

Tensor mm(const Tensor& a, const Tensor& b) {
  return suits(a, b) ? product_of(a, b) : at::cpu::mm(a, b);
}

Tensor addmm(const Tensor& c, const Tensor& a, const Tensor& b, const Scalar& beta, const Scalar& alpha) {
  if (suits(a, b) && is_one(beta) && c.scalar_type() == torch::kFloat32) {
    if (is_row(c, b) && is_one(alpha)) return product_of(a, b, c);
    if (c.dim() == 2 && c.size(0) == a.size(0) && c.size(1) == b.size(1)) {
      if (cpu_multiplier() == Multiplier::amx) {
        const Tensor sum = at::clone(c, torch::MemoryFormat::Contiguous);
        amx_product(a, b, sum, {.alpha = alpha.to<float>(), .beta = 1});
        return sum;
      }
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
    if (cpu_multiplier() == Multiplier::amx && c.stride(1) == 1) {
      amx_product(a, b, c, {.alpha = alpha.to<float>(), .beta = beta.to<float>()});
      return c;
    }
    if (is_one(beta)) return c.add_(product_of(a, b), alpha);
    if (beta.toDouble() == 0) return at::mul_out(c, product_of(a, b), at::scalar_to_tensor(alpha));
  }
  return at::cpu::addmm_(c, a, b, beta, alpha);
}

Tensor onednn_product(const Tensor& a, const Tensor& b, const std::optional<Tensor>& bias) {
  using Signature = Tensor(const Tensor&, const Tensor&, const std::optional<Tensor>&, std::string_view,
                           c10::List<std::optional<Scalar>>, std::optional<std::string_view>);
  static const auto op =
      c10::Dispatcher::singleton().findSchemaOrThrow("mkldnn::_linear_pointwise", "").typed<Signature>();
  // For weights that are columns of a wider matrix, oneDNN only has its reference code, which is many times
  // slower.
  const bool is_dense = b.is_contiguous() || b.t().is_contiguous();
  return op.call(a, is_dense ? b : b.contiguous(), bias, "none", c10::List<std::optional<Scalar>>(), "");
}

Multiplier fastest_multiplier() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("amx-bf16") && __builtin_cpu_supports("avx512bf16") && at::cpu::init_amx())
    return Multiplier::amx;
  if (at::hasMKL() && __builtin_cpu_is("intel")) return Multiplier::mkl;
  return at::hasMKLDNN() ? Multiplier::onednn : Multiplier::mkl;
}

}  // namespace

Multiplier cpu_multiplier() {
  static const Multiplier fastest = fastest_multiplier();
  return fastest;
}

Tensor cpu_product(const Tensor& a, const Tensor& b, const std::optional<Tensor>& bias) {
  if (cpu_multiplier() == Multiplier::onednn) return onednn_product(a, b, bias);
  if (!pays(a, b.t())) return bias ? at::cpu::addmm(*bias, a, b.t()) : at::cpu::mm(a, b.t());
  const Tensor out = at::empty({a.size(0), b.size(0)}, a.options());
  amx_product(a, b.t(), out, {.bias = bias ? bias->const_data_ptr<float>() : nullptr});
  return out;
}

SilentReplacement::SilentReplacement() : guard_(&silence_) {}

}  // namespace fw::tensor

TORCH_LIBRARY_IMPL(aten, CPU, m) {
  if (fw::tensor::cpu_multiplier() == fw::tensor::Multiplier::mkl) return;
  const fw::tensor::SilentReplacement silent;
  m.impl("mm", TORCH_FN(fw::tensor::mm));
  m.impl("addmm", TORCH_FN(fw::tensor::addmm));
  m.impl("addmm_", TORCH_FN(fw::tensor::addmm_));
}
