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

/// Bytes of live tensors that Family::decode takes at its peak beside the weights: itself, simulated.
/// Workspaces of a GPU's convolutions are not in it. Thread: any. Cost: some 10 to 100 ms.
int64_t decode_bytes(const families::Family& family, const DecodeJob& job,
                     const std::optional<families::VaeTiling>& tiling);

struct VaeFit {
  std::optional<families::VaeTiling> tiling;
  int64_t bytes = 0;      ///< decode_bytes with it
  bool as_wanted = true;  ///< false: it was made smaller, which changes numbers
};
/// The tiling that was wanted, or the largest one below whose decoding fits; where none does, the smallest.
/// @param wanted  nothing: the whole clip at once
VaeFit fit_decoding(const families::Family& family, const DecodeJob& job,
                    const std::optional<families::VaeTiling>& wanted, uint64_t bytes_free);

}  // namespace fw::inference
