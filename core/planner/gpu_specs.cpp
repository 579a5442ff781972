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

// bf16 rates: NVIDIA's data sheets and architecture whitepapers (dense, float32 accumulation).
// Efficiencies, as published times over the operations of the step: A100 CogVideoX-5b 163 of 312 and L40 106
// of 181 TFLOPS (xDiT, docs/performance/cogvideo.md), RTX 4090 CogVideoX-2b 140 of 165 (SageAttention's
// table, FlashAttention-2 column), H100 CogVideoX-5b 369 of 989 (CogVideo's README).
constexpr GpuSpec all_gpu_specs[]{
    {"RTX 3060", 12, "8.6", 25.5, 0.52, false},    {"RTX 3090", 24, "8.6", 71.2, 0.52, false},
    {"RTX 4060 Ti", 16, "8.9", 44.1, 0.85, false}, {"RTX 4070", 12, "8.9", 58.3, 0.85, false},
    {"RTX 4080", 16, "8.9", 97.5, 0.85, false},    {"RTX 4090", 24, "8.9", 165.2, 0.85, true},
    {"RTX 5090", 32, "12.0", 209.5, 0.85, false},  {"RTX A6000", 48, "8.6", 154.8, 0.52, false},
    {"L40", 48, "8.9", 181, 0.58, true},           {"A100", 80, "8.0", 312, 0.52, true},
    {"H100", 80, "9.0", 989, 0.37, true},          {"H200", 141, "9.0", 989, 0.37, false},
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

DeviceOverhead cuda_overhead(CudaContext context) {
  // Estimated: no card was at hand. A CUDA 12 or 13 context with LibTorch's kernels is reported between 0.3
  // and 0.6 GiB; cuBLAS keeps 8 MiB, on Hopper 32 MiB, and cuDNN's convolutions ask for up to some hundred.
  constexpr int64_t mib = int64_t{1} << 20;
  const int64_t context_bytes = context == CudaContext::counted ? 500 * mib : 0;
  return {context_bytes, 256 * mib, 0.05, /*measured=*/false};
}

}  // namespace fw::planner
