// SPDX-License-Identifier: Apache-2.0
#include "planner/gpu_specs.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "base/error.h"
#include "base/join.h"

namespace fw::planner {

namespace {

constexpr ErrorCode unknown_card{"planner.unknown_card",
                                 FW_TEXT("errors", "There is no data for the GPU “{card}”."),
                                 FW_TEXT("errors", "Known GPUs: {cards}."), Blame::input};

// Rates relative to the manufacturers' figures. Attention with a head_dim of 64 and about 16,000 tokens, as
// in CogVideoX.
//   A100, L40  163 of 312 and 106 of 181 TFLOP/s in whole denoising steps of CogVideoX-5b (xDiT,
//              docs/performance/cogvideo.md), slightly more without memory-bound operations. Backward: a
//              tenth and a fifth less, as below.
//   H100       cuDNN's attention forward 413, backward 433 of 989 (Shah et al. 2024, "FlashAttention-3",
//              figures 5 and 6). Products: what they leave of the 369 that CogVideo's README publishes for
//              whole denoising steps of CogVideoX-5b. The best shape alone reaches 795 (S. Bekman, Machine
//              Learning Engineering, "Maximum Achievable Matmul FLOPS").
//   RTX 4090   FlashAttention-2 forward 140 of 165 (SageAttention's table for CogVideoX-2b). cuBLAS reaches
//              0.9 of Ada's peak (an L20's 105 to 115 of 119.5: LeetCUDA's hgemm). Backward: a fifth less
//              than forward is assumed. On an H100 it is a tenth (324 and 291, figures 5 and 6 as above),
//              with more than twice the shared memory for the larger tiles that the backward pass wants.
// Other GeForce GPUs are assumed to reach the same as the RTX 4090. Memory: reported rates of large copies.
constexpr ReachedShares a100{0.53, 0.53, 0.48, 0.85, true};
constexpr ReachedShares h100{0.36, 0.42, 0.44, 0.78, true};
constexpr ReachedShares ada{0.91, 0.85, 0.67, 0.87, true};
constexpr ReachedShares related{0.91, 0.85, 0.67, 0.9, false};
constexpr ReachedShares l40{0.6, 0.6, 0.47, 0.87, true};

// bf16 rates and memory: NVIDIA's data sheets and architecture whitepapers (dense, float32 accumulation).
constexpr GpuSpec all_gpu_specs[]{
    {"RTX 3060", 12, "8.6", 25.5, 360, related},
    {"RTX 3090", 24, "8.6", 71.2, 936, related},
    {"RTX 4060 Ti", 16, "8.9", 44.1, 288, ada},
    {"RTX 4070", 12, "8.9", 58.3, 504, ada},
    {"RTX 4080", 16, "8.9", 97.5, 717, ada},
    {"RTX 4090", 24, "8.9", 165.2, 1008, ada},
    {"RTX 5090", 32, "12.0", 209.5, 1792, related},
    {"RTX A6000", 48, "8.6", 154.8, 768, related},
    {"L40", 48, "8.9", 181, 864, l40},
    {"A100", 80, "8.0", 312, 2039, a100},
    {"H100", 80, "9.0", 989, 3350, h100},
    {"H200", 141, "9.0", 989, 4800, h100},
};

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char letter) { return std::tolower(letter); });
  return out;
}

}  // namespace

std::span<const GpuSpec> gpu_specs() {
  return all_gpu_specs;
}

const GpuSpec* find_gpu_spec(std::string_view name) {
  const std::string wanted = lower(name);
  const GpuSpec* best = nullptr;
  for (const GpuSpec& card : all_gpu_specs) {
    const bool matches = wanted.find(lower(card.name)) != std::string::npos;
    if (matches && (best == nullptr || card.name.size() > best->name.size())) best = &card;
  }
  return best;
}

const GpuSpec& known_gpu_spec(std::string_view name) {
  if (const GpuSpec* card = find_gpu_spec(name)) return *card;
  throw Error(unknown_card, {{"card", name}, {"cards", join(gpu_specs(), ", ", &GpuSpec::name)}});
}

double seconds_on(const GpuSpec& card, const ComputedWork& work) {
  const ReachedShares& reached = card.reached;
  const double peak = card.bf16_tflops * 1e12;
  return work.products / (peak * reached.products) + work.attention / (peak * reached.attention) +
         work.attention_backward / (peak * reached.attention_backward) +
         work.moved_bytes / (card.memory_gb_per_s * 1e9 * reached.memory);
}

DeviceOverhead cuda_overhead(CudaContext context) {
  // Estimated, not measured on a GPU. A CUDA 12 or 13 context with LibTorch's kernels is reported to take
  // between 0.3 and 0.6 GiB. With a simulated CUDA, LibTorch's allocator reserves 60 to 410 MiB more than the
  // tensors need, in runs of 3 to 18 GiB (tests/bench/reserved_memory); 8 MiB of it, 32 MiB on Hopper, are
  // for cuBLAS. Workspaces of cuDNN's convolutions are not included: if one is refused, LibTorch tries the
  // next plan, which needs less (aten/src/ATen/native/cudnn/Conv_v8.cpp).
  constexpr int64_t mib = int64_t{1} << 20;
  const int64_t context_bytes = context == CudaContext::counted ? 500 * mib : 0;
  return {context_bytes, 256 * mib, 0.01, /*measured=*/false};
}

}  // namespace fw::planner
