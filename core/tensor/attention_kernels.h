// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/SDPBackend.h>
#include <torch/types.h>

#include <array>
#include <string>
#include <vector>

namespace fw::tensor {

/// Attention kernels on a GPU in order of preference: the first one that supports a call computes it.
using AttentionOrder = std::vector<at::SDPBackend>;

/// The only place that defines which GPU has which kernels.
/// @param compute_capability  as in DeviceInfo; empty: unknown
AttentionOrder attention_order(const std::string& compute_capability);

/// The order for a device. Thread: any. Cost: starts CUDA.
AttentionOrder attention_order_on(torch::Device device);

/// True if a kernel supports bfloat16 on such a GPU without the matrix of all scores that the math kernel
/// needs; also if the capability is unknown.
bool has_bf16_attention(const std::string& compute_capability);

/// The kernel for a call: the first one in the GPU's order that supports the type, head_dim and bias.
/// @param q, v  [B, H, N, d], not quantized. Source: LibTorch's aten/src/ATen/native/transformers/cuda/
///              sdp_utils.cpp; tests/core/cuda/test_attention_choice.cpp compares the results
at::SDPBackend attention_kernel(const std::string& compute_capability, const torch::Tensor& q,
                                const torch::Tensor& v, bool has_bias);

/// Removes cuDNN's kernel, which lacks plans for some shapes, from all later orders of this process. Thread:
/// any.
void give_up_cudnn_attention();

/// Checks that the GPU supports attention in `dtype`: bfloat16 needs Ampere.
/// @throws fw::Error tensor.no_bf16
/// Thread: any. Cost: starts CUDA.
void check_attention_dtype(torch::Device device, torch::Dtype dtype);

/// "cudnn, flash, efficient, math"
std::string to_text(const AttentionOrder& order);

/// Restricts attention on a GPU to these kernels during its lifetime. Does nothing on other devices.
/// Thread: any, but process-wide, since one job at a time computes on a GPU.
class AttentionKernels {
 public:
  AttentionKernels(AttentionOrder order, torch::Device device);
  ~AttentionKernels();
  AttentionKernels(const AttentionKernels&) = delete;

 private:
  bool on_gpu_;
  std::vector<at::SDPBackend> before_;  // LibTorch's order
  std::array<bool, 4> allowed_{};       // previous values, by SDPBackend
};

}  // namespace fw::tensor
