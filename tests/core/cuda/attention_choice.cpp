// SPDX-License-Identifier: Apache-2.0
//
// Attention as the models call it, each call in a separate process, so that a report of the simulated CUDA
// (support/made_up_cuda/machine.h) has only its kernels. Prints a line of JSON per call: process, the kernel
// and the bytes that a dry run for this card expects, and the bytes that LibTorch's allocator gave.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include <ATen/DeviceAccelerator.h>
#include "cuda/part.h"
#include "nn/attention.h"
#include "tensor/attention_kernels.h"
#include "tensor/device.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"
#include "tensor/memory_counter.h"

namespace {

using namespace fw;
using torch::Tensor;

/// B batch, N query tokens, M keys, H heads, d head_dim.
struct Call {
  const char* name;
  torch::Dtype dtype;
  int64_t b, n, m, h, d;
  std::vector<int64_t> bias = {};  ///< [B or 1, H or 1, N or 1, M]; empty: none
  bool is_trained = true;
};

/// With blocks of queries for all multiprocessors: with fewer, FlashAttention splits the keys and adds the
/// parts in memory that no plan counts.
const std::vector<Call>& calls() {
  using torch::kBFloat16, torch::kHalf, torch::kFloat32;
  static const std::vector<Call> all{
      {"cogvideox", kBFloat16, 1, 1250, 1250, 6, 64},
      {"cogvideox fp16", kHalf, 1, 1250, 1250, 6, 64},
      {"cogvideox fp32", kFloat32, 1, 1250, 1250, 6, 64},
      {"ltx cross", kBFloat16, 1, 1024, 128, 4, 64, {1, 1, 1, 128}},
      {"hunyuan", kBFloat16, 1, 1024, 1024, 24, 128},
      {"hunyuan, key bias", kBFloat16, 2, 1001, 1001, 12, 128, {2, 1, 1, 1001}},
      {"mochi", kBFloat16, 1, 1500, 1500, 24, 128},
      {"t5", kBFloat16, 1, 226, 226, 64, 64, {1, 64, 226, 226}, false},
      {"siglip", kBFloat16, 1, 729, 729, 16, 72, {}, false},
      {"hunyuan vae", kBFloat16, 1, 1024, 1024, 1, 512, {1, 1, 1024, 1024}, false},
  };
  return all;
}

/// Forward and, if trained, backward.
void compute(const Call& call, torch::Device device) {
  const auto options = torch::TensorOptions(call.dtype).device(device).requires_grad(call.is_trained);
  const Tensor q = torch::empty({call.b, call.n, call.h, call.d}, options);
  const Tensor k = torch::empty({call.b, call.m, call.h, call.d}, options), v = torch::empty_like(k, options);
  std::optional<Tensor> bias;
  if (!call.bias.empty()) bias = torch::empty(call.bias, options.requires_grad(false));
  const torch::AutoGradMode records(call.is_trained);
  const Tensor out = nn::plain_attention(q, k, v, bias, std::nullopt);
  if (call.is_trained) out.backward(torch::empty_like(out));
}

nlohmann::json answer(const Call& call) {
  const torch::Device card(torch::kCUDA, 0);
  cuda::CardProperties properties;
  cuda::loaded_part().properties(0, properties);
  const std::string capability = properties.capability();
  const Tensor q =
      torch::empty({call.b, call.h, call.n, call.d}, torch::TensorOptions(call.dtype).device(torch::kMeta));
  const auto kernel = tensor::attention_kernel(capability, q, q, !call.bias.empty());
  int64_t planned = 0;
  {
    const tensor::DryRun dry_run(torch::kCUDA, capability);
    const tensor::MemoryCounter memory;
    compute(call, torch::kMeta);
    planned = memory.peak(tensor::Placement::device).total();
  }
  const tensor::AttentionKernels order(tensor::attention_order_on(card), card);
  compute(call, card);
  const auto stats = at::accelerator::getDeviceStats(0);
  return {{"call", call.name},
          {"pid", ::getpid()},
          {"kernel", tensor::to_text({kernel})},
          {"trained", call.is_trained},
          {"planned_bytes", planned},
          {"allocated_bytes", stats.allocated_bytes[0].peak}};
}

}  // namespace

int main() {
  if (cuda::part() == nullptr) return 1;
  for (const Call& call : calls()) {
    const pid_t child = ::fork();
    if (child == 0) {
      tensor::accelerators();
      std::printf("%s\n", answer(call).dump().c_str());
      std::exit(0);  // writes the report
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return 1;
  }
  return 0;
}
