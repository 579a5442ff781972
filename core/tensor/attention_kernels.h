// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/SDPBackend.h>
#include <torch/types.h>

#include <array>
#include <string>
#include <vector>

namespace fw::tensor {

/// The kernels that may compute attention on a GPU: a call is computed by the first one that can.
using AttentionOrder = std::vector<at::SDPBackend>;

/// The one place that says which card has which kernel.
/// @param compute_capability  as DeviceInfo has it; empty: not known
AttentionOrder attention_order(const std::string& compute_capability);

/// The same for a device. Thread: any. Cost: starts CUDA.
AttentionOrder attention_order_on(torch::Device device);

/// Whether a kernel takes bfloat16 on such a card without holding all scores at once, as the math kernel
/// does. Unknown capabilities do.
bool has_bf16_attention(const std::string& compute_capability);

/// The kernel that computes such a call on a card: of the card's order the first that takes the type, the
/// head_dim and the bias.
/// @param q, v  [B, H, N, d], not quantized. Source: LibTorch's aten/src/ATen/native/transformers/cuda/
///   sdp_utils.cpp, whose answers tests/core/cuda/test_attention_choice.cpp compares
at::SDPBackend attention_kernel(const std::string& compute_capability, const torch::Tensor& q,
                                const torch::Tensor& v, bool has_bias);

/// Removes cuDNN's kernel, which lacks plans for some shapes, from all later orders of this process. Thread:
/// any.
void give_up_cudnn_attention();

/// Attention in bfloat16 needs Ampere.
/// @throws fw::Error tensor.no_bf16 for such a pair
/// Thread: any. Cost: starts CUDA.
void check_attention_dtype(torch::Device device, torch::Dtype dtype);

/// "cudnn, flash, efficient, math"
std::string to_text(const AttentionOrder& order);

/// While it lives attention on a GPU is computed by these kernels alone. Nothing on other devices.
/// Thread: a setting of the process, as one job at a time computes on a GPU.
class AttentionKernels {
 public:
  AttentionKernels(AttentionOrder order, torch::Device device);
  ~AttentionKernels();
  AttentionKernels(const AttentionKernels&) = delete;

 private:
  bool on_gpu_;
  std::vector<at::SDPBackend> before_;  // LibTorch's order
  std::array<bool, 4> allowed_{};       // before, by SDPBackend
};

}  // namespace fw::tensor
