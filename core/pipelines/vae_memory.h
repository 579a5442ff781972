// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "config/family_facts.h"
#include "models/cogvideox_vae.h"

/// How much memory the VAE takes, and how it gets by with less.
namespace fw::pipelines {

/// What is to be decoded, and on what.
struct DecodeJob {
  config::LatentSize latents;  ///< of one clip; padding frames are not decoded
  torch::Dtype dtype = torch::kFloat32;
  torch::DeviceType device = torch::kCPU;  ///< CPU or CUDA
};

/// Bytes of live tensors that decode_latents takes at its peak beside the weights: the decoder itself,
/// rehearsed. Workspaces of a GPU's convolutions are not in it.
/// Thread: any. Cost: some 10 to 100 ms.
int64_t decode_bytes(const models::CogVideoXVaeConfig& config, const DecodeJob& job,
                     const std::optional<models::VaeTiling>& tiling);

struct VaeFit {
  std::optional<models::VaeTiling> tiling;
  int64_t bytes = 0;      ///< decode_bytes with it
  bool as_wanted = true;  ///< false: it was made smaller, which changes numbers
};
/// The tiling that was wanted, or the largest one below whose decoding fits; where none does, the smallest.
/// @param wanted  nothing: the whole clip at once
VaeFit fit_decoding(const models::CogVideoXVaeConfig& config, const DecodeJob& job,
                    const std::optional<models::VaeTiling>& wanted, uint64_t bytes_free);

}  // namespace fw::pipelines
