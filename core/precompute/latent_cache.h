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

/// What precompute keeps, one file each:
///   latents/<key>.safetensors  `mean`, `logvar`: [C, F', H', W'] of the VAE's posterior, unscaled; or
///   `sample`, one draw
///   text/<key>.safetensors     `embedding`: [L, D]; where the model uses them, `mask`: [L] and `pooled`: [P]
///   image/<key>.safetensors    as latents, of the first frame alone: [C, 1, H', W']; with noised images
///   [C, 1 + noised_images, H', W'], the clean one first and each encoded alone; of models with an image
///   encoder `embedding`: [L, D] instead
enum class CacheKind { latents = 1, text, image };

using CacheEntry = std::map<std::string, torch::Tensor>;

using dataset::noised_images;

/// How many images a first frame's entry holds. @pre its tensors are [C, N, H', W']
int64_t image_count(const CacheEntry& entry);
/// The entry of one of them: [C, 1, H', W']. Views of the whole entry's tensors.
CacheEntry one_image(const CacheEntry& entry, int64_t index);

/// What an image encoder made of a first frame, [L, D]; nullptr where the entry holds latents.
const torch::Tensor* image_embedding(const CacheEntry& entry);

/// The entry of one text. @param condition  a batch of one
CacheEntry text_entry(const encoders::TextCondition& condition);
/// Without a batch: embeds [L, D], mask [L], pooled [P]. Undefined where the entry does not hold them.
encoders::TextCondition text_of(const CacheEntry& entry);

/// How much of an entry a check reads.
enum class EntryCheck {
  header,  ///< that its header is whole, has a checksum and accounts for every byte of the file: finds what a
           ///< write, a copy or a download that broke off leaves. One small read, whatever the entry's size.
  content,  ///< all of it, compared with its checksum: finds flipped bits as well
};

/// A folder of entries named by the content they were made from. An entry is written whole or not at all, and
/// carries a checksum of its tensors, so that any number of processes may share the folder, and be killed,
/// without harm. Thread: any number at once.
class LatentCache {
 public:
  explicit LatentCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path file(CacheKind kind, std::string_view key) const;
  /// What keeps an entry from being used: precompute.cache_missing or precompute.cache_damaged; nothing when
  /// it is whole. What passes EntryCheck::header may still fail in read(), which always compares the
  /// checksum.
  std::optional<Fault> check(CacheKind kind, std::string_view key, EntryCheck how = EntryCheck::header) const;
  bool is_whole(CacheKind kind, std::string_view key, EntryCheck how = EntryCheck::header) const {
    return !check(kind, key, how);
  }
  /// On the CPU, in the dtype they were written in. An entry whose checksum does not fit is removed, so that
  /// precompute, which looks at headers alone, makes it again.
  /// @throws fw::Error precompute.cache_missing, precompute.cache_damaged
  CacheEntry read(CacheKind kind, std::string_view key) const;
  /// Durable when it returns. @throws fw::Error base.write_failed, base.folder_unusable
  void write(CacheKind kind, std::string_view key, const CacheEntry& entry) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace fw::precompute
