// SPDX-License-Identifier: Apache-2.0
#include <ATen/Parallel.h>

#include <array>

#include "tensor/attention_kernels.h"
#include "tensor/cpu_replacement.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"
#include "tensor/meta_kernels.h"
#include "tensor/placement.h"

/// Shapes: B batch, H heads, N and M tokens of queries and keys, d head_dim.
namespace fw::tensor {

namespace {

using std::optional;
using torch::Tensor;
using Three = std::tuple<Tensor, Tensor, Tensor>;

/// [B, H, N, d], stored in the order [B, N, H, d] like the outputs of the fused kernels.
Tensor tokens_first(const Tensor& like, bool zeroed = false) {
  const Tensor t = like.transpose(1, 2);
  return (zeroed ? torch::zeros(t.sizes(), like.options()) : torch::empty(t.sizes(), like.options()))
      .transpose(1, 2);
}

/// Type of [B, H, N] sums: float32, or float64 for float64 inputs.
torch::Dtype sum_dtype(const Tensor& q) {
  return q.scalar_type() == torch::kFloat64 ? torch::kFloat64 : torch::kFloat32;
}

int64_t round_up(int64_t value, int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

/// Number of queries per block in the CPU kernel.
int64_t query_block(const Tensor& q) {
  const int64_t queries = q.size(2);
  return std::min<int64_t>(queries, queries >= 768 ? 256 : queries >= 192 ? 64 : 32);
}

/// Elements for each thread: scores of a block of queries and keys, and for each query its maximum, sum and
/// partial output.
int64_t cpu_scratch(const Tensor& q, const Tensor& k) {
  const int64_t rows = query_block(q), columns = std::min<int64_t>(512, k.size(2));
  return at::get_num_threads() * (rows * columns + 2 * rows + rows * q.size(3));
}

bool counts_cpu_attention(const Tensor& q, const Tensor& k, const Tensor& v, double dropout, bool causal,
                          const optional<Tensor>& bias) {
  return DryRun::target() == torch::kCPU && has_cpu_attention(q, k, v, dropout, causal, bias);
}

Tensor widened(const Tensor& x) {
  return x.to(torch::kFloat64);
}
optional<Tensor> widened(const optional<Tensor>& bias) {
  return bias && bias->defined() && bias->is_floating_point() ? optional(widened(*bias)) : bias;
}

std::tuple<Tensor, Tensor> cpu_forward(const Tensor& q, const Tensor& k, const Tensor& v, double dropout,
                                       bool causal, const optional<Tensor>& bias, optional<double> scale) {
  if (DryRun::target() == torch::kCPU && is_small_cpu_attention(q, k)) {
    const auto [out, lse] =
        cpu_forward(widened(q), widened(k), widened(v), dropout, causal, widened(bias), scale);
    return {out.to(torch::kFloat32), lse.to(torch::kFloat32)};
  }
  if (counts_cpu_attention(q, k, v, dropout, causal, bias))
    return cpu_attention(q, k, v, dropout, causal, bias, scale);
  Tensor out = tokens_first(q);
  Tensor lse =
      torch::empty({q.size(0), q.size(2), q.size(1)}, q.options().dtype(sum_dtype(q))).transpose(1, 2);
  const RoleScope role(Role::staging);
  const Tensor scratch = workspace(cpu_scratch(q, k), sum_dtype(q));
  return {out, lse};
}

Three cpu_backward(const Tensor& gradient, const Tensor& q, const Tensor& k, const Tensor& v,
                   const Tensor& out, const Tensor& lse, double dropout, bool causal,
                   const optional<Tensor>& bias, optional<double> scale) {
  if (DryRun::target() == torch::kCPU && is_small_cpu_attention(q, k)) {
    const auto [exact, sums] =
        cpu_forward(widened(q), widened(k), widened(v), dropout, causal, widened(bias), scale);
    const auto [dq, dk, dv] = cpu_backward(widened(gradient), widened(q), widened(k), widened(v), exact, sums,
                                           dropout, causal, widened(bias), scale);
    return {dq.to(torch::kFloat32), dk.to(torch::kFloat32), dv.to(torch::kFloat32)};
  }
  if (counts_cpu_attention(q, k, v, dropout, causal, bias))
    return cpu_attention_backward(gradient, q, k, v, out, lse, dropout, causal, bias, scale);
  const Tensor dy = gradient.transpose(1, 2).contiguous();
  Tensor dq = tokens_first(q, true), dk = tokens_first(k, true), dv = tokens_first(v, true);
  const RoleScope role(Role::staging);
  const int64_t rows = query_block(q);
  const Tensor scores =
      workspace(at::get_num_threads() * 2 * rows * std::min<int64_t>(512, k.size(2)), sum_dtype(q));
  const Tensor sums = workspace(rows, sum_dtype(q));
  return {dq, dk, dv};
}

using FlashResult =
    std::tuple<Tensor, Tensor, Tensor, Tensor, c10::SymInt, c10::SymInt, Tensor, Tensor, Tensor>;

FlashResult flash_forward(const Tensor& q, const Tensor& k, const Tensor&, double, bool, bool,
                          optional<double>) {
  Tensor out = tokens_first(q);
  Tensor lse = torch::empty({q.size(0), q.size(1), q.size(2)}, q.options().dtype(torch::kFloat32));
  const auto generator = q.options().dtype(torch::kUInt64);
  return {out,
          lse,
          Tensor(),
          Tensor(),
          q.size(2),
          k.size(2),
          torch::empty({2}, generator),
          torch::empty({}, generator),
          torch::empty({0}, q.options())};
}

/// The efficient kernel sums the gradients of keys and values in float32, once for each part of the keys that
/// runs in parallel. Not if registers hold them: if a block of 128 keys fits into shared memory (A100, H100,
/// B200) or head_dim into a block of 64.
int64_t key_gradient_sums(const Tensor& q, const Tensor& k) {
  constexpr int64_t block = 64, most_parts = 200;
  const std::string& capability = DryRun::compute_capability();
  const bool is_large = capability.empty() || capability == "8.0" || capability.starts_with("9.") ||
                        capability.starts_with("10.");
  if (is_large || q.size(3) <= block) return 0;
  const int64_t heads = q.size(0) * q.size(1);
  const int64_t parts = std::min((k.size(2) + block - 1) / block, std::max<int64_t>(1, most_parts / heads));
  return 2 * heads * parts * block * round_up(q.size(3), block);
}

/// FlashAttention-2 sums the queries' gradient in float32, in whole blocks.
/// @param more  additional float32 elements that the kernel needs
void flash_backward_workspace(const Tensor& q, int64_t more = 0) {
  const RoleScope role(Role::staging);
  const int64_t rows = q.size(0) * q.size(1) * round_up(q.size(2), 128);
  const Tensor sums = workspace(rows);
  const Tensor gradient = workspace(rows * round_up(q.size(3), 32) + more);
}

Three flash_backward(const Tensor&, const Tensor& q, const Tensor& k, const Tensor& v, const Tensor&,
                     const Tensor&, const Tensor&, const Tensor&, int64_t, int64_t, double, bool,
                     const Tensor&, const Tensor&, optional<double>) {
  Tensor dq = tokens_first(q), dk = tokens_first(k), dv = tokens_first(v);
  flash_backward_workspace(q);
  return {dq, dk, dv};
}

std::tuple<Tensor, Tensor, Tensor, Tensor> efficient_forward(const Tensor& q, const Tensor&, const Tensor&,
                                                             const optional<Tensor>&, bool with_lse, double,
                                                             bool, optional<double>) {
  Tensor out = tokens_first(q);
  Tensor lse = torch::empty({q.size(0), q.size(1), with_lse ? round_up(q.size(2), 32) : 0},
                            q.options().dtype(torch::kFloat32));
  const auto generator = q.options().dtype(torch::kInt64);
  return {out, lse, torch::empty({}, generator), torch::empty({}, generator)};
}

std::tuple<Tensor, Tensor, Tensor, Tensor> efficient_backward(const Tensor&, const Tensor& q, const Tensor& k,
                                                              const Tensor& v, const Tensor& bias,
                                                              const Tensor&, const Tensor&, const Tensor&,
                                                              const Tensor&, double, std::array<bool, 4> mask,
                                                              bool, optional<double>) {
  Tensor dq = tokens_first(q), dk = tokens_first(k), dv = tokens_first(v);
  Tensor dbias = mask[3] && bias.defined() ? torch::empty_like(bias) : Tensor();
  flash_backward_workspace(q, key_gradient_sums(q, k));
  return {dq, dk, dv, dbias};
}

}  // namespace

Tensor meta_attention(const Tensor& q, const Tensor& k, const Tensor& v, const optional<Tensor>& bias,
                      double dropout, bool causal, optional<double> scale, bool grouped_heads) {
  if (DryRun::target() != torch::kCUDA) {
    if (q.dim() == 4 && q.size(3) == v.size(3) && dropout == 0)
      return std::get<0>(
          at::_scaled_dot_product_flash_attention_for_cpu(q, k, v, dropout, causal, bias, scale));
  } else {
    using enum at::SDPBackend;
    const auto kernel = attention_kernel(DryRun::compute_capability(), q, v, bias && bias->defined());
    // cuDNN keeps the same tensors for the backward pass as FlashAttention.
    if (kernel == flash_attention || kernel == cudnn_attention) {
      return std::get<0>(at::_scaled_dot_product_flash_attention(q, k, v, dropout, causal,
                                                                 /*return_debug_mask=*/false, scale));
    }
    if (kernel == efficient_attention) {
      const bool records =
          torch::GradMode::is_enabled() && (q.requires_grad() || k.requires_grad() || v.requires_grad());
      return std::get<0>(
          at::_scaled_dot_product_efficient_attention(q, k, v, bias, records, dropout, causal, scale));
    }
  }
  return std::get<0>(
      at::_scaled_dot_product_attention_math(q, k, v, bias, dropout, causal, {}, scale, grouped_heads));
}

}  // namespace fw::tensor

TORCH_LIBRARY_IMPL(aten, Meta, m) {
  using namespace fw::tensor;
  add_if_missing(m, "_scaled_dot_product_flash_attention_for_cpu", TORCH_FN(cpu_forward));
  add_if_missing(m, "_scaled_dot_product_flash_attention_for_cpu_backward", TORCH_FN(cpu_backward));
  add_if_missing(m, "_scaled_dot_product_flash_attention", TORCH_FN(flash_forward));
  add_if_missing(m, "_scaled_dot_product_flash_attention_backward", TORCH_FN(flash_backward));
  add_if_missing(m, "_scaled_dot_product_efficient_attention", TORCH_FN(efficient_forward));
  add_if_missing(m, "_scaled_dot_product_efficient_attention_backward", TORCH_FN(efficient_backward));
  add_if_missing(m, "scaled_dot_product_attention", TORCH_FN(meta_attention));
}

TORCH_LIBRARY_IMPL(aten, AutogradMeta, m) {
  m.impl("scaled_dot_product_attention", TORCH_FN(fw::tensor::meta_attention));
}
