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
  /// The pixels that both limits leave to a sample; 0: no limit.
  int64_t pixels() const;
};

struct BucketProposal {
  std::vector<catalog::Bucket> buckets;  ///< largest first; empty when the budget or the clips allow none
  std::vector<Fault>
      explanation{};  ///< sentences to be read one after the other: rules, budget, what is kept
};

/// Chooses buckets for the clips at hand: legal for the model, within the budget, not larger than the clips,
/// each at least a batch strong. Candidates are the model's frame counts times the clips' aspect ratios; they
/// are taken one by one while each keeps noticeably more of the clips than without it. Clips for which a
/// person chose a bucket stay in it: they count for no other, and it is one of the buckets. Thread: any.
/// Cost: O(distinct clip shapes x candidates x max_buckets).
BucketProposal propose_buckets(std::span<const ClipShape> clips, const catalog::BucketRules& rules,
                               const BucketBudget& budget);

}  // namespace fw::dataset
