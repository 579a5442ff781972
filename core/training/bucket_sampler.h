// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "config/dataset_manifest.h"

namespace fw::training {

/// The order in which a run sees its samples: batches of one bucket each, every sample once an epoch, buckets
/// and samples shuffled anew each epoch. It is a function of seed and position alone, so that a checkpoint
/// keeps the place as one number and any thread may ask for any batch.
/// Thread: any. Cost: a shuffle of the dataset when a call enters another epoch.
class BucketSampler {
 public:
  /// @param batch_size  the last batch of a bucket may be smaller: no sample is left out
  BucketSampler(const config::DatasetManifest& samples, int64_t batch_size, uint64_t seed);

  int64_t batches_per_epoch() const { return batches_per_epoch_; }
  /// Indices into the manifest of batch `position`, counted from the start of the run.
  std::vector<size_t> batch(int64_t position) const;

 private:
  std::vector<std::vector<size_t>> buckets_;
  size_t batch_size_;
  uint64_t seed_;
  int64_t batches_per_epoch_ = 0;
};

/// A well mixed number of several, for seeds of their own (SplitMix64).
uint64_t mix_seed(uint64_t a, uint64_t b);

}  // namespace fw::training
