// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "catalog/bucket_rules.h"
#include "catalog/catalog.h"
#include "dataset/bucket_fit.h"

namespace fw::dataset {

struct BucketBudget {
  int64_t max_pixels = 0;  ///< frames * height * width of a sample; 0: no limit
  int64_t vram_bytes = 0;  ///< device memory for a step; 0: no limit; needs an estimate
  catalog::VramEstimate estimate{};
  int64_t batch_size = 1;
  int64_t max_buckets = 4;
  /// Pixels per sample under both limits; 0: no limit.
  int64_t pixels() const;
};

struct BucketProposal {
  std::vector<catalog::Bucket> buckets;  ///< largest first; empty if the budget or the clips allow none
  std::vector<Fault> explanation{};      ///< sentences in reading order: rules, budget, what is kept
};

/// Chooses buckets for the given clips: valid for the model, within the budget, not larger than the clips,
/// and each with at least a batch of samples. Candidates combine the model's frame counts with the clips'
/// aspect ratios; they are added one by one while each noticeably increases how much of the clips is kept.
/// Clips with a bucket chosen by the user stay in it: they do not count for others, and it is one of the
/// buckets. Thread: any.
/// Cost: O(distinct clip shapes x candidates x max_buckets).
BucketProposal propose_buckets(std::span<const ClipShape> clips, const catalog::BucketRules& rules,
                               const BucketBudget& budget);

}  // namespace fw::dataset
