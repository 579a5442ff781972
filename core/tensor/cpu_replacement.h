// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <optional>
#include <tuple>

namespace fw::tensor {

/// What multiplies matrices of float32 on this processor: the fastest that it can do.
enum class Multiplier { mkl, onednn, amx };
Multiplier cpu_multiplier();

/// a b^T + bias by the fastest one. @param a [M, K], @param b [N, K], @param bias [N]
/// Thread: any; in a parallel region it keeps to the calling thread.
torch::Tensor cpu_product(const torch::Tensor& a, const torch::Tensor& b,
                          const std::optional<torch::Tensor>& bias = {});

/// Whether attention with these arguments is our own on the CPU.
bool has_cpu_attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                       double dropout_p, bool is_causal, const std::optional<torch::Tensor>& mask);
/// Whether float32 attention on the CPU is computed in float64: of so few rows that it takes no time.
bool is_small_cpu_attention(const torch::Tensor& q, const torch::Tensor& k);
/// What replaces LibTorch's _scaled_dot_product_flash_attention_for_cpu and its backward pass. On the meta
/// device it takes the memory that it takes on the CPU.
std::tuple<torch::Tensor, torch::Tensor> cpu_attention(const torch::Tensor& q, const torch::Tensor& k,
                                                       const torch::Tensor& v, double dropout_p,
                                                       bool is_causal,
                                                       const std::optional<torch::Tensor>& mask,
                                                       std::optional<double> scale);
std::tuple<torch::Tensor, torch::Tensor, torch::Tensor> cpu_attention_backward(
    const torch::Tensor& grad_out, const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
    const torch::Tensor& out, const torch::Tensor& logsumexp, double dropout_p, bool is_causal,
    const std::optional<torch::Tensor>& mask, std::optional<double> scale);

/// While it lives LibTorch does not warn when one of its kernels is replaced.
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
