// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "families/family.h"

/// Memory of decoding, and how to reduce it.
namespace fw::inference {

/// The latents to decode and the device.
struct DecodeJob {
  families::SampleRequest request;
  std::vector<int64_t> latents;  ///< shape, [B, C, F, h, w]
  torch::Dtype dtype = torch::kFloat32;
  torch::DeviceType device = torch::kCPU;  ///< CPU or CUDA
};

struct DecodeNeed {
  int64_t bytes = 0;       ///< of live tensors at the peak, without the weights
  bool too_large = false;  ///< a tensor has 2^31 elements or more, which GPU kernels cannot index
};
/// Memory of Family::decode, determined by a dry run. Excludes workspaces of a GPU's convolutions.
/// Thread: any. Cost: about 10 to 100 ms.
DecodeNeed decode_need(const families::Family& family, const DecodeJob& job,
                       const std::optional<families::VaeTiling>& tiling);

struct VaeFit {
  std::optional<families::VaeTiling> tiling;
  DecodeNeed need;        ///< with this tiling
  bool as_wanted = true;  ///< false: a smaller tiling, which changes results
};
/// Returns the requested tiling, or the largest smaller one whose decoding fits; if none does, the smallest.
/// @param wanted  nullopt: the whole clip at once
VaeFit fit_decoding(const families::Family& family, const DecodeJob& job,
                    const std::optional<families::VaeTiling>& wanted, uint64_t bytes_free);

}  // namespace fw::inference
