// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "config/bucket.h"
#include "models/cogvideox_vae.h"

/// How much memory the VAE takes, and how it gets by with less.
namespace fw::pipelines {

/// Bytes that decoding takes at its peak beside the weights: the widest layers of one batch of frames at full
/// resolution, in one tile, and the clip itself twice. Fitted to counted tensor bytes on the CPU, which it
/// never falls short of (test_vae_memory); workspaces of a GPU's convolutions are not in it.
/// @param size  of the clip in pixels and frames
int64_t decode_bytes(const models::CogVideoXVaeConfig& config, const config::Bucket& size,
                     const std::optional<models::VaeTiling>& tiling, torch::Dtype dtype);

struct VaeFit {
  std::optional<models::VaeTiling> tiling;
  int64_t bytes = 0;      ///< decode_bytes with it
  bool as_wanted = true;  ///< false: it was made smaller, which changes numbers
};
/// The tiling that was wanted, or the largest one below whose decoding fits; where none does, the smallest.
/// @param wanted  nothing: the whole clip at once
VaeFit fit_decoding(const models::CogVideoXVaeConfig& config, const config::Bucket& size,
                    const std::optional<models::VaeTiling>& wanted, torch::Dtype dtype, uint64_t bytes_free);

}  // namespace fw::pipelines
