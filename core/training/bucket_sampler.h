// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "dataset/dataset_manifest.h"

namespace fw::training {

/// The order in which a run sees its samples: batches of one bucket each, every sample once an epoch, buckets
/// and samples shuffled anew each epoch. It is a function of seed and position alone, so that a checkpoint
/// keeps the place as one number and any thread may ask for any batch.
///
/// A short last batch of a bucket is one batch like any other: its loss is the mean of its samples, which
/// therefore weigh a little more than others. The trainers that a run's settings come from do the same
/// (torch's DataLoader without drop_last, `loss.mean()`), and weighing by sample would change the noise of
/// accumulated updates against theirs; since buckets and batches are shuffled anew each epoch, it is another
/// few samples each time.
///
/// Thread: any. Cost: of batch(), the batch; of the first call in an epoch, a shuffle of the dataset, during
/// which other callers wait. Memory: 4 bytes a sample, and for each of the
/// two epochs last asked for 4 bytes a sample and 8 a batch.
class BucketSampler {
 public:
  /// @param batch_size  the last batch of a bucket may be smaller: no sample is left out
  BucketSampler(const dataset::DatasetManifest& samples, int64_t batch_size, uint64_t seed);

  int64_t batches_per_epoch() const { return batches_per_epoch_; }
  /// Indices into the manifest of batch `position`, counted from the start of the run.
  std::vector<size_t> batch(int64_t position) const;

 private:
  /// Where a batch lies in an epoch's order.
  struct Part {
    uint32_t begin, size;
  };
  struct Epoch {
    std::vector<uint32_t> order;  ///< of the samples, bucket after bucket
    std::vector<Part> batches;
  };
  std::shared_ptr<const Epoch> epoch(int64_t number) const;
  Epoch shuffled(int64_t number) const;

  std::vector<std::vector<uint32_t>> buckets_;
  uint32_t batch_size_;
  uint64_t seed_;
  int64_t batches_per_epoch_ = 0;

  mutable std::mutex mutex_;  // guards epochs_
  /// Two: workers that are ahead ask for the next one while others are still in this one.
  mutable std::map<int64_t, std::shared_ptr<const Epoch>> epochs_;
};

/// A well mixed number of several, for seeds of their own (SplitMix64).
uint64_t mix_seed(uint64_t a, uint64_t b);

}  // namespace fw::training
