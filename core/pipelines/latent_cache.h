// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace fw::pipelines {

/// What precompute keeps, one file each:
///   latents/<key>.safetensors  `mean`, `logvar`: [C, F', H', W'] of the VAE's posterior, unscaled; or
///   `sample`, one draw text/<key>.safetensors     `embedding`: [L, D] image/<key>.safetensors    as latents,
///   of the first frame alone: [C, 1, H', W']
enum class CacheKind { latents = 1, text, image };

using CacheEntry = std::map<std::string, torch::Tensor>;

/// A folder of entries named by the content they were made from. An entry is written whole or not at all, and
/// carries a checksum of its tensors, so that any number of processes may share the folder, and be killed,
/// without harm. Thread: any number at once.
class LatentCache {
 public:
  explicit LatentCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path file(CacheKind kind, std::string_view key) const;
  /// Whether the entry is there and its checksum holds. Cost: reads the entry.
  bool is_whole(CacheKind kind, std::string_view key) const;
  /// On the CPU, in the dtype they were written in.
  /// @throws fw::Error pipelines.cache_missing, pipelines.cache_damaged
  CacheEntry read(CacheKind kind, std::string_view key) const;
  /// Durable when it returns. @throws fw::Error base.write_failed, base.folder_unusable
  void write(CacheKind kind, std::string_view key, const CacheEntry& entry) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace fw::pipelines
