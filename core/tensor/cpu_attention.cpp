// SPDX-License-Identifier: Apache-2.0
//
// Attention of float32 on the CPU as in FlashAttention (Dao et al. 2022): in blocks with a running softmax,
// so that scores exist for one block at a time. LibTorch's kernel uses MKL on all processors (see
// cpu_products.cpp), and its backward pass uses one thread per head. This replaces the operators that
// torch::scaled_dot_product_attention calls, for sufficiently large calls without a mask.
#include <ATen/CPUFunctions.h>
#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <torch/library.h>

#include <bit>
#include <cmath>

#include "tensor/cpu_replacement.h"
#include "tensor/libtorch.h"
#include "tensor/meta_kernels.h"
#include "tensor/placement.h"
#include "tensor/plain_operators.h"

// Compiles a function for each kind of processor and selects one at program start.
#if defined(__x86_64__) && defined(__gnu_linux__)
#define FW_FOR_EACH_PROCESSOR __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define FW_FOR_EACH_PROCESSOR
#endif

namespace fw::tensor {

namespace {

using torch::Tensor;

/// A block of scores is half a megabyte, which fits into a core's second-level cache.
constexpr int64_t queries_a_block = 256, keys_a_block = 512;
/// Smaller calls use LibTorch's kernel, since they do not fill a block.
constexpr int64_t least_rows = 256;

/// e^x for x <= 0 to nearly float32 precision; 0 below e^-87. Written so that compilers vectorise it.
[[gnu::always_inline]] inline float exponential(float x) {
  constexpr float shift = 12582912.0f;  // 1.5 * 2^23: adding it rounds to a whole number
  const float shifted = x * 1.44269504f + shift;
  const float n = shifted - shift;
  const float r = (x - n * 0.693359375f) + n * 2.12194440e-4f;  // ln 2 in two parts
  float p = 1.0f / 5040 * r + 1.0f / 720;
  p = p * r + 1.0f / 120;
  p = p * r + 1.0f / 24;
  p = p * r + 1.0f / 6;
  p = p * r + 0.5f;
  p = p * r + 1;
  p = p * r + 1;
  const auto power = std::bit_cast<float>((std::bit_cast<uint32_t>(shifted) << 23) + 0x3f800000u);
  return x < -87.0f ? 0.0f : p * power;
}

/// Replaces a row of scores by their exponentials relative to the largest so far.
/// @param largest  -inf at first
/// @return  factor for the previous sums and results
FW_FOR_EACH_PROCESSOR float online_softmax_row(float* row, int64_t count, float& largest, float& sum) {
  float most = largest;
#pragma omp simd reduction(max : most)
  for (int64_t i = 0; i < count; ++i) most = row[i] > most ? row[i] : most;
  const float factor = exponential(largest - most);
  float added = 0;
#pragma omp simd reduction(+ : added)
  for (int64_t i = 0; i < count; ++i) {
    row[i] = exponential(row[i] - most);
    added += row[i];
  }
  largest = most;
  sum = sum * factor + added;
  return factor;
}

FW_FOR_EACH_PROCESSOR void scale_row(float* row, int64_t count, float factor) {
#pragma omp simd
  for (int64_t i = 0; i < count; ++i) row[i] *= factor;
}

/// Converts scores, stored with one query per column, to probabilities.
FW_FOR_EACH_PROCESSOR void probabilities_of_row(float* row, const float* logsumexp, int64_t count) {
#pragma omp simd
  for (int64_t i = 0; i < count; ++i) row[i] = exponential(row[i] - logsumexp[i]);
}

/// Converts the gradient of the probabilities to that of the scores.
FW_FOR_EACH_PROCESSOR void score_gradient_of_row(float* gradient, const float* probability,
                                                 const float* delta, int64_t count) {
#pragma omp simd
  for (int64_t i = 0; i < count; ++i) gradient[i] = probability[i] * (gradient[i] - delta[i]);
}

int64_t blocks_of(int64_t rows, int64_t block) {
  return (rows + block - 1) / block;
}

Tensor block_of(const Tensor& rows, int64_t block, int64_t size) {
  const int64_t start = block * size;
  return rows.narrow(0, start, std::min(size, rows.size(0) - start));
}

/// Reshapes [B, H, N, D] to contiguous [B H, N, D].
Tensor by_head(const Tensor& x) {
  return x.contiguous().view({x.size(0) * x.size(1), x.size(2), x.size(3)});
}

/// Stored in the order [B, N, H, D] like the output of LibTorch's kernel, since the next layer flattens the
/// heads.
Tensor empty_by_token(const Tensor& like) {
  return at::empty({like.size(0), like.size(2), like.size(1), like.size(3)}, like.options()).transpose(1, 2);
}

/// Computes a block of queries of one head. @param q  scaled. @param out [n, D], @param logsumexp [n]
void attend(const Tensor& q, const Tensor& k, const Tensor& v, Tensor out, float* logsumexp) {
  const int64_t rows = q.size(0), width = q.size(1);
  std::vector<float> largest(static_cast<size_t>(rows), -std::numeric_limits<float>::infinity());
  std::vector<float> sums(static_cast<size_t>(rows), 0.0f);
  Tensor result;
  for (int64_t block = 0; block < blocks_of(k.size(0), keys_a_block); ++block) {
    const Tensor scores = cpu_product(q, block_of(k, block, keys_a_block));
    auto* const s = scores.mutable_data_ptr<float>();
    auto* const r = result.defined() ? result.mutable_data_ptr<float>() : nullptr;
    for (int64_t i = 0; i < rows; ++i) {
      const auto row = static_cast<size_t>(i);
      const float factor =
          online_softmax_row(s + i * scores.size(1), scores.size(1), largest[row], sums[row]);
      if (r != nullptr) scale_row(r + i * width, width, factor);
    }
    const Tensor part = cpu_product(scores, block_of(v, block, keys_a_block).t());
    result = result.defined() ? result.add_(part) : part;
  }
  auto* const r = result.mutable_data_ptr<float>();
  for (int64_t i = 0; i < rows; ++i) {
    const auto row = static_cast<size_t>(i);
    scale_row(r + i * width, width, 1 / sums[row]);
    logsumexp[i] = largest[row] + std::log(sums[row]);
  }
  out.copy_(result);
}

/// In a dry run, allocates the blocks that the threads use for `tasks` tasks.
void count_blocks(int64_t tasks, int64_t elements_a_thread) {
  const RoleScope role(Role::staging);
  const Tensor blocks = workspace(std::min<int64_t>(at::get_num_threads(), tasks) * elements_a_thread);
}

}  // namespace

bool has_cpu_attention(const Tensor& q, const Tensor& k, const Tensor& v, double dropout_p, bool is_causal,
                       const std::optional<Tensor>& mask) {
  return at::hasMKLDNN() && q.scalar_type() == torch::kFloat32 && q.dim() == 4 && k.sizes() == v.sizes() &&
         k.scalar_type() == torch::kFloat32 && v.scalar_type() == torch::kFloat32 && q.size(0) == k.size(0) &&
         q.size(1) == k.size(1) && q.size(3) == k.size(3) && dropout_p == 0 && !is_causal &&
         !(mask && mask->defined()) && std::min(q.size(2), k.size(2)) >= least_rows && !plain_operators();
}

/// With so few rows float64 costs no time, while float32 would be the largest difference between a step in
/// several processes and in one. The backward pass computes the forward pass again, because its result and
/// logsumexp must belong to these keys.
bool is_small_cpu_attention(const Tensor& q, const Tensor& k) {
  return q.scalar_type() == torch::kFloat32 && std::max(q.size(2), k.size(2)) < least_rows;
}

namespace {

std::optional<Tensor> widened(const std::optional<Tensor>& mask) {
  if (!mask || !mask->defined()) return std::nullopt;
  return mask->is_floating_point() ? mask->to(torch::kFloat64) : *mask;
}

/// float32 attention by LibTorch's kernel in float64.
std::tuple<Tensor, Tensor> small_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                           double dropout_p, bool is_causal,
                                           const std::optional<Tensor>& mask, std::optional<double> scale) {
  return at::cpu::_scaled_dot_product_flash_attention_for_cpu(q.to(torch::kFloat64), k.to(torch::kFloat64),
                                                              v.to(torch::kFloat64), dropout_p, is_causal,
                                                              widened(mask), scale);
}

}  // namespace

std::tuple<Tensor, Tensor> cpu_attention(const Tensor& q, const Tensor& k, const Tensor& v, double dropout_p,
                                         bool is_causal, const std::optional<Tensor>& mask,
                                         std::optional<double> scale) {
  if (is_small_cpu_attention(q, k)) {
    const auto [out, logsumexp] = small_attention(q, k, v, dropout_p, is_causal, mask, scale);
    return {out.to(torch::kFloat32), logsumexp.to(torch::kFloat32)};
  }
  if (!has_cpu_attention(q, k, v, dropout_p, is_causal, mask))
    return at::cpu::_scaled_dot_product_flash_attention_for_cpu(q, k, v, dropout_p, is_causal, mask, scale);
  const double factor = scale.value_or(1 / std::sqrt(static_cast<double>(q.size(3))));
  const Tensor queries = by_head(q) * factor, keys = by_head(k), values = by_head(v);
  const Tensor out = empty_by_token(q);
  const Tensor logsumexp = at::empty({q.size(0), q.size(1), q.size(2)}, q.options());
  const int64_t heads = q.size(1), blocks = blocks_of(q.size(2), queries_a_block);
  if (q.is_meta()) {
    const int64_t rows = std::min(q.size(2), queries_a_block), columns = std::min(k.size(2), keys_a_block);
    const int64_t results = k.size(2) > keys_a_block ? 2 : 1;
    count_blocks(queries.size(0) * blocks, rows * columns + results * rows * q.size(3));
    return {out, logsumexp};
  }
  at::parallel_for(0, queries.size(0) * blocks, 1, [&](int64_t begin, int64_t end) {
    const at::AutoDispatchBelowADInplaceOrView below_autograd;  // for this thread
    for (int64_t i = begin; i < end; ++i) {
      const int64_t head = i / blocks, block = i % blocks;
      attend(block_of(queries[head], block, queries_a_block), keys[head], values[head],
             block_of(out[head / heads][head % heads], block, queries_a_block),
             logsumexp.mutable_data_ptr<float>() + head * q.size(2) + block * queries_a_block);
    }
  });
  return {out, logsumexp};
}

namespace {

/// One head's operands, contiguous [N, D] each, and the destinations of its gradients.
struct Head {
  Tensor q;  ///< scaled
  Tensor k, v, grad_out;
  const float *logsumexp, *delta;
  Tensor grad_k, grad_v;
};

/// Adds the gradients from a range of key blocks. @param grad_q_t  [D, N], added to
void add_gradients(const Head& head, int64_t first_block, int64_t last_block, Tensor grad_q_t) {
  for (int64_t j = first_block; j < last_block; ++j) {
    const Tensor k = block_of(head.k, j, keys_a_block), v = block_of(head.v, j, keys_a_block);
    const Tensor k_t = k.t().contiguous();
    Tensor grad_k = block_of(head.grad_k, j, keys_a_block), grad_v = block_of(head.grad_v, j, keys_a_block);
    for (int64_t i = 0; i < blocks_of(head.q.size(0), queries_a_block); ++i) {
      const Tensor q = block_of(head.q, i, queries_a_block);
      const Tensor grad_out = block_of(head.grad_out, i, queries_a_block);
      const Tensor p = cpu_product(k, q), grad_s = cpu_product(v, grad_out);  // one query per column
      const int64_t columns = q.size(0), start = i * queries_a_block;
      for (int64_t row = 0; row < k.size(0); ++row) {
        float* const of_row = p.mutable_data_ptr<float>() + row * columns;
        probabilities_of_row(of_row, head.logsumexp + start, columns);
        score_gradient_of_row(grad_s.mutable_data_ptr<float>() + row * columns, of_row, head.delta + start,
                              columns);
      }
      grad_v.add_(cpu_product(p, grad_out.t()));
      grad_k.add_(cpu_product(grad_s, q.t()));
      grad_q_t.narrow(1, start, columns).add_(cpu_product(k_t, grad_s.t()));
    }
  }
}

}  // namespace

std::tuple<Tensor, Tensor, Tensor> cpu_attention_backward(const Tensor& grad_out, const Tensor& q,
                                                          const Tensor& k, const Tensor& v, const Tensor& out,
                                                          const Tensor& logsumexp, double dropout_p,
                                                          bool is_causal, const std::optional<Tensor>& mask,
                                                          std::optional<double> scale) {
  if (is_small_cpu_attention(q, k)) {
    const auto wide = [](const Tensor& x) { return x.to(torch::kFloat64); };
    const auto [exact, sums] = small_attention(q, k, v, dropout_p, is_causal, mask, scale);
    const auto [dq, dk, dv] = at::cpu::_scaled_dot_product_flash_attention_for_cpu_backward(
        wide(grad_out), wide(q), wide(k), wide(v), exact, sums, dropout_p, is_causal, widened(mask), scale);
    return {dq.to(torch::kFloat32), dk.to(torch::kFloat32), dv.to(torch::kFloat32)};
  }
  if (!has_cpu_attention(q, k, v, dropout_p, is_causal, mask))
    return at::cpu::_scaled_dot_product_flash_attention_for_cpu_backward(grad_out, q, k, v, out, logsumexp,
                                                                         dropout_p, is_causal, mask, scale);
  const double factor = scale.value_or(1 / std::sqrt(static_cast<double>(q.size(3))));
  const Tensor queries = by_head(q) * factor, keys = by_head(k), values = by_head(v);
  const Tensor gradients = by_head(grad_out), lse = logsumexp.contiguous();
  const Tensor delta = (grad_out * out).sum(-1).contiguous();
  const Tensor grad_k = at::zeros_like(keys), grad_v = at::zeros_like(values);
  const Tensor grad_q = empty_by_token(q);
  const int64_t heads = queries.size(0), rows = q.size(2), blocks = blocks_of(k.size(2), keys_a_block);
  // With fewer heads than threads, several threads share the keys of a head, each with its own gradient of
  // the queries.
  const int64_t parts = std::clamp<int64_t>(blocks_of(at::get_num_threads(), heads), 1, blocks);
  const Tensor parts_of_q = parts > 1 ? at::zeros({heads, parts, q.size(3), rows}, q.options()) : Tensor();
  if (q.is_meta()) {
    const int64_t columns = std::min(rows, queries_a_block), keys_there = std::min(k.size(2), keys_a_block);
    count_blocks(heads * parts,
                 q.size(3) * (keys_there + (parts == 1 ? rows : 0) + std::max(keys_there, columns)) +
                     2 * keys_there * columns);
    return {grad_q, grad_k.view(k.sizes()), grad_v.view(v.sizes())};
  }
  at::parallel_for(0, heads * parts, 1, [&](int64_t begin, int64_t end) {
    const at::AutoDispatchBelowADInplaceOrView below_autograd;  // for this thread
    for (int64_t i = begin; i < end; ++i) {
      const int64_t h = i / parts, part = i % parts;
      const Head head{queries[h],
                      keys[h],
                      values[h],
                      gradients[h],
                      lse.const_data_ptr<float>() + h * rows,
                      delta.const_data_ptr<float>() + h * rows,
                      grad_k[h],
                      grad_v[h]};
      Tensor grad_q_t = parts > 1 ? parts_of_q[h][part] : at::zeros({q.size(3), rows}, q.options());
      add_gradients(head, blocks * part / parts, blocks * (part + 1) / parts, grad_q_t);
      if (parts == 1) grad_q[h / q.size(1)][h % q.size(1)].copy_(grad_q_t.mul_(factor).t());
    }
  });
  if (parts > 1) grad_q.copy_(parts_of_q.sum(1).mul_(factor).transpose(1, 2).view(q.sizes()));
  return {grad_q, grad_k.view(k.sizes()), grad_v.view(v.sizes())};
}

}  // namespace fw::tensor

TORCH_LIBRARY_IMPL(aten, CPU, m) {
  if (!at::hasMKLDNN()) return;
  const fw::tensor::SilentReplacement silent;
  m.impl("_scaled_dot_product_flash_attention_for_cpu", TORCH_FN(fw::tensor::cpu_attention));
  m.impl("_scaled_dot_product_flash_attention_for_cpu_backward",
         TORCH_FN(fw::tensor::cpu_attention_backward));
}
