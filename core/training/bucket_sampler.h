// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "dataset/dataset_manifest.h"

namespace fw::training {

/// The order in which a run sees its samples: every batch has one bucket, every sample occurs once per epoch,
/// and buckets and samples are shuffled again each epoch. The order depends only on the seed and the
/// position, so a checkpoint stores one number and any thread can ask for any batch.
///
/// The last batch of a bucket may be short and counts like any other: its loss is the mean of its samples,
/// which therefore weigh slightly more. The trainers whose settings Framewright imports do the same (torch's
/// DataLoader without drop_last, `loss.mean()`); weighting by sample would give accumulated updates different
/// noise from theirs. Because each epoch is shuffled again, different samples are affected each time.
///
/// Thread: any. Cost: batch() is O(batch); the first call in an epoch shuffles the dataset while other
/// callers wait. Memory: 4 bytes per sample, plus 4 bytes per sample and 8 bytes per batch for each of the
/// two most recent epochs.
class BucketSampler {
 public:
  /// @param batch_size  the last batch of a bucket may be smaller: no sample is dropped
  BucketSampler(const dataset::DatasetManifest& samples, int64_t batch_size, uint64_t seed);

  int64_t batches_per_epoch() const { return batches_per_epoch_; }
  /// Returns the manifest indices of batch `position`, counted from the start of the run.
  std::vector<size_t> batch(int64_t position) const;

 private:
  /// Range of a batch within the order of an epoch.
  struct Part {
    uint32_t begin, size;
  };
  struct Epoch {
    std::vector<uint32_t> order;  ///< of the samples, bucket by bucket
    std::vector<Part> batches;
  };
  std::shared_ptr<const Epoch> epoch(int64_t number) const;
  Epoch shuffled(int64_t number) const;

  std::vector<std::vector<uint32_t>> buckets_;
  uint32_t batch_size_;
  uint64_t seed_;
  int64_t batches_per_epoch_ = 0;

  mutable std::mutex mutex_;  // guards epochs_
  /// Two: workers that load ahead need the next epoch while others are still in this one.
  mutable std::map<int64_t, std::shared_ptr<const Epoch>> epochs_;
};

/// Mixes two numbers into a seed (SplitMix64).
uint64_t mix_seed(uint64_t a, uint64_t b);

}  // namespace fw::training
