// SPDX-License-Identifier: Apache-2.0
#include "tensor/attention_kernels.h"

#include <ATen/Context.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "base/error.h"
#include "base/join.h"
#include "cuda/part.h"

namespace fw::tensor {

namespace {

using at::SDPBackend;
using Allowed = std::array<bool, 4>;  // by the kernels' numbers

constexpr ErrorCode no_bf16{
    "tensor.no_bf16",
    FW_TEXT("errors", "{card} (compute capability {capability}) cannot compute attention in bf16."),
    FW_TEXT("errors", "Use fp16 on cards before the RTX 30 series (compute capability 8.0)."), Blame::input};

constexpr int first_major_with_bf16 = 8;

int major_of(const std::string& compute_capability) {
  return std::atoi(compute_capability.c_str());
}

std::atomic<bool> has_given_up_cudnn = false;

constexpr std::array<const char*, 4> kernel_names{"math", "flash", "efficient", "cudnn"};
static_assert(static_cast<int>(SDPBackend::math) == 0 && static_cast<int>(SDPBackend::flash_attention) == 1 &&
              static_cast<int>(SDPBackend::efficient_attention) == 2 &&
              static_cast<int>(SDPBackend::cudnn_attention) == 3);

/// LibTorch's numbers of the kernels.
std::vector<int64_t> numbers(const std::vector<SDPBackend>& kernels) {
  std::vector<int64_t> all;
  for (const SDPBackend kernel : kernels) all.push_back(static_cast<int64_t>(kernel));
  return all;
}

Allowed allowed_now() {
  const at::Context& context = at::globalContext();
  return {context.userEnabledMathSDP(), context.userEnabledFlashSDP(), context.userEnabledMemEfficientSDP(),
          context.userEnabledCuDNNSDP()};
}

void allow(const Allowed& kernels) {
  at::Context& context = at::globalContext();
  context.setSDPUseMath(kernels[0]);
  context.setSDPUseFlash(kernels[1]);
  context.setSDPUseMemEfficient(kernels[2]);
  context.setSDPUseCuDNN(kernels[3]);
}

}  // namespace

AttentionOrder attention_order(const std::string& compute_capability) {
  using enum SDPBackend;
  // cuDNN's kernels use new features of Hopper and of data center Blackwell, where they are 1.7 to 2.3 times
  // as fast as FlashAttention-2, which was written for Ampere. On Ada and older GPUs they are not faster.
  // FlashAttention-2 needs Ampere.
  const int major = major_of(compute_capability);
  if ((major == 9 || major == 10) && !has_given_up_cudnn)
    return {cudnn_attention, flash_attention, efficient_attention, math};
  if (has_bf16_attention(compute_capability)) return {flash_attention, efficient_attention, math};
  return {efficient_attention, math};
}

bool has_bf16_attention(const std::string& compute_capability) {
  const int major = major_of(compute_capability);
  return major == 0 || major >= first_major_with_bf16;
}

SDPBackend attention_kernel(const std::string& compute_capability, const torch::Tensor& q,
                            const torch::Tensor& v, bool has_bias) {
  using enum SDPBackend;
  const int64_t width = q.size(-1);
  const bool is_fused = q.dim() == 4 && width == v.size(-1) && width % 8 == 0;
  const bool is_half = q.scalar_type() == torch::kHalf;
  const bool is_bf16 = q.scalar_type() == torch::kBFloat16;
  const auto takes = [&](SDPBackend kernel) {
    switch (kernel) {
      case cudnn_attention:
        return is_fused && (is_half || is_bf16) && width <= 128 && !has_bias;
      case flash_attention:
        return is_fused && (is_half || is_bf16) && width <= 256 && !has_bias;
      case efficient_attention:
        return is_fused && (is_half || q.scalar_type() == torch::kFloat ||
                            (is_bf16 && has_bf16_attention(compute_capability)));
      default:
        return true;
    }
  };
  const AttentionOrder order = attention_order(compute_capability);
  return *std::ranges::find_if(order, takes);
}

AttentionOrder attention_order_on(torch::Device device) {
  cuda::CardProperties card;
  if (device.is_cuda()) cuda::loaded_part().properties(device.index(), card);
  return attention_order(std::to_string(card.major));
}

void give_up_cudnn_attention() {
  has_given_up_cudnn = true;
  at::globalContext().setSDPUseCuDNN(false);
}

void check_attention_dtype(torch::Device device, torch::Dtype dtype) {
  cuda::CardProperties card;
  if (dtype != torch::kBFloat16 || !device.is_cuda() ||
      !cuda::loaded_part().properties(device.index(), card) || has_bf16_attention(card.capability()))
    return;
  throw Error(no_bf16, {{"card", card.name}, {"capability", card.capability()}});
}

std::string to_text(const AttentionOrder& order) {
  return join(order, ", ", [](SDPBackend kernel) { return kernel_names[static_cast<size_t>(kernel)]; });
}

AttentionKernels::AttentionKernels(AttentionOrder order, torch::Device device) : on_gpu_(device.is_cuda()) {
  if (!on_gpu_) return;
  const auto all = at::globalContext().sDPPriorityOrder();
  before_.assign(all.begin(), all.end());
  allowed_ = allowed_now();
  Allowed allowed{};
  for (const SDPBackend kernel : order) allowed[static_cast<size_t>(kernel)] = true;
  // At the first call of attention on Hopper, LibTorch moves cuDNN's kernel to the front of any order, so
  // kernels that must not be used have to be disabled.
  allow(allowed);
  for (size_t kernel = 0; kernel < allowed.size(); ++kernel)
    if (!allowed[kernel]) order.push_back(static_cast<SDPBackend>(kernel));
  at::globalContext().setSDPPriorityOrder(numbers(order));
}

AttentionKernels::~AttentionKernels() {
  if (!on_gpu_) return;
  allow(allowed_);
  at::globalContext().setSDPPriorityOrder(numbers(before_));
}

}  // namespace fw::tensor
