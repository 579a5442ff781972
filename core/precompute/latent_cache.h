// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "dataset/clip_keys.h"
#include "encoders/text_encoders.h"

namespace fw::precompute {

/// Entries created by precompute, one file each:
///   latents/<key>.safetensors  `mean`, `logvar`: [C, F', H', W'] of the VAE's posterior, unscaled; or
///                              `sample`, one draw; of clips with sound, if it is wanted, `sound`: [C, A,
///                              bins]
///   text/<key>.safetensors     `embedding`: [L, D]; if the model uses them, `mask`: [L], `pooled`: [P],
///                              `second_embedding`: [M, E] and `second_mask`: [M]
///   image/<key>.safetensors    like latents, of only the first frame: [C, 1, H', W']; with noised images
///                              [C, 1 + noised_images, H', W'], the clean one first, each encoded separately;
///                              for models with an image encoder, `embedding`: [L, D] instead; for models
///                              whose pictures fill the clip, also `clip`: [C, F', H', W']
enum class CacheKind { latents = 1, text, image };

using CacheEntry = std::map<std::string, torch::Tensor>;

using dataset::noised_images;

/// Number of images in a first frame's entry. @pre its tensors are [C, N, H', W']
int64_t image_count(const CacheEntry& entry);
/// The entry of one image: [C, 1, H', W']. Returns views of the whole entry's tensors.
CacheEntry one_image(const CacheEntry& entry, int64_t index);

/// A tensor of an entry, such as the "embedding" or "clip" of pictures; nullptr if there is no such tensor.
const torch::Tensor* find_tensor(const CacheEntry& entry, const std::string& name);

/// The entry of one text. @param condition  a batch of one
CacheEntry text_entry(const encoders::TextCondition& condition);
/// Without a batch dimension: embeds [L, D], mask [L], pooled [P] and so on. Undefined if missing in the
/// entry.
encoders::TextCondition text_of(const CacheEntry& entry);

/// How much of an entry a check reads.
enum class EntryCheck {
  header,   ///< checks that the header is complete, has a checksum and accounts for every byte of the file:
            ///< detects interrupted writes, copies and downloads. One small read, for any size of entry.
  content,  ///< reads all of it and verifies the checksum: also detects flipped bits
};

/// A folder of entries named by the content they were made from. Entries are written atomically and contain a
/// checksum of their tensors, so that any number of processes can share the folder and be killed without
/// harm. Thread: any number at once.
class LatentCache {
 public:
  explicit LatentCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path file(CacheKind kind, std::string_view key) const;
  /// Why an entry cannot be used: precompute.cache_missing or precompute.cache_damaged; nullopt if it can.
  /// Entries that pass EntryCheck::header may still fail in read(), which always verifies the checksum.
  std::optional<Fault> check(CacheKind kind, std::string_view key, EntryCheck how = EntryCheck::header) const;
  bool is_whole(CacheKind kind, std::string_view key, EntryCheck how = EntryCheck::header) const {
    return !check(kind, key, how);
  }
  /// Reads an entry on the CPU, in the dtype it was written in. Removes an entry with a wrong checksum, so
  /// that precompute, which only checks headers, creates it again.
  /// @throws fw::Error precompute.cache_missing, precompute.cache_damaged
  CacheEntry read(CacheKind kind, std::string_view key) const;
  /// The entry is durable on return. @throws fw::Error base.write_failed, base.folder_unusable
  void write(CacheKind kind, std::string_view key, const CacheEntry& entry) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace fw::precompute
