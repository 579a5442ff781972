// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "families/family.h"

/// How much memory decoding takes, and how it gets by with less.
namespace fw::inference {

/// What is to be decoded, and on what.
struct DecodeJob {
  families::SampleRequest request;
  std::vector<int64_t> latents;  ///< shape, [B, C, F, h, w]
  torch::Dtype dtype = torch::kFloat32;
  torch::DeviceType device = torch::kCPU;  ///< CPU or CUDA
};

struct DecodeNeed {
  int64_t bytes = 0;       ///< of live tensors at the peak, beside the weights
  bool too_large = false;  ///< a tensor has 2^31 elements or more, which a GPU's kernels do not index
};
/// What Family::decode takes: itself, simulated. Workspaces of a GPU's convolutions are not in it.
/// Thread: any. Cost: some 10 to 100 ms.
DecodeNeed decode_need(const families::Family& family, const DecodeJob& job,
                       const std::optional<families::VaeTiling>& tiling);

struct VaeFit {
  std::optional<families::VaeTiling> tiling;
  DecodeNeed need;        ///< with it
  bool as_wanted = true;  ///< false: it was made smaller, which changes numbers
};
/// The tiling that was wanted, or the largest one below whose decoding fits; where none does, the smallest.
/// @param wanted  nothing: the whole clip at once
VaeFit fit_decoding(const families::Family& family, const DecodeJob& job,
                    const std::optional<families::VaeTiling>& wanted, uint64_t bytes_free);

}  // namespace fw::inference
