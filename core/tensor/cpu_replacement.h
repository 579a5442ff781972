// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <optional>
#include <tuple>

namespace fw::tensor {

/// The fastest library for float32 matrix products on this processor.
enum class Multiplier { mkl, onednn, amx };
Multiplier cpu_multiplier();

/// a b^T + bias by the fastest library. @param a [M, K], @param b [N, K], @param bias [N]
/// Thread: any; within a parallel region it uses only the calling thread.
torch::Tensor cpu_product(const torch::Tensor& a, const torch::Tensor& b,
                          const std::optional<torch::Tensor>& bias = {});

/// True if attention with these arguments uses Framewright's kernel on the CPU.
bool has_cpu_attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                       double dropout_p, bool is_causal, const std::optional<torch::Tensor>& mask);
/// True if float32 attention on the CPU is computed in float64, since it has so few rows that this costs no
/// time.
bool is_small_cpu_attention(const torch::Tensor& q, const torch::Tensor& k);
/// Replacements for LibTorch's _scaled_dot_product_flash_attention_for_cpu and its backward pass. On the meta
/// device they allocate as much as on the CPU.
std::tuple<torch::Tensor, torch::Tensor> cpu_attention(const torch::Tensor& q, const torch::Tensor& k,
                                                       const torch::Tensor& v, double dropout_p,
                                                       bool is_causal,
                                                       const std::optional<torch::Tensor>& mask,
                                                       std::optional<double> scale);
std::tuple<torch::Tensor, torch::Tensor, torch::Tensor> cpu_attention_backward(
    const torch::Tensor& grad_out, const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
    const torch::Tensor& out, const torch::Tensor& logsumexp, double dropout_p, bool is_causal,
    const std::optional<torch::Tensor>& mask, std::optional<double> scale);

/// Suppresses LibTorch's warning about a replaced kernel while it exists.
class SilentReplacement {
 public:
  SilentReplacement();

 private:
  class Silence : public c10::WarningHandler {
    void process(const c10::Warning&) override {}
  };
  Silence silence_;
  c10::WarningUtils::WarningHandlerGuard guard_;
};

}  // namespace fw::tensor
