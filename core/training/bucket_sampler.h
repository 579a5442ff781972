// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "base/seeded_random.h"
#include "dataset/dataset_manifest.h"

namespace fw::training {

/// The order in which a run sees its samples: every batch has one bucket, and buckets and samples are
/// shuffled again each epoch. A sample occurs once per epoch, or `draws` times on average: 1.4 is once or
/// twice. The order depends only on the seed and the position, so a checkpoint stores one number and any
/// thread can ask for any batch.
///
/// The last batch of a bucket may be short and counts like any other: its loss is the mean of its samples,
/// which therefore weigh slightly more. The trainers whose settings Framewright imports do the same (torch's
/// DataLoader without drop_last, `loss.mean()`); weighting by sample would give accumulated updates different
/// noise from theirs. Because each epoch is shuffled again, different samples are affected each time.
///
/// Samples of a bucket with the same draws are dealt from a deck that is shuffled again whenever it is used
/// up: however long the run, none of them is more than one draw ahead of another, and together they are
/// within one of their share. Epochs may therefore differ by a few samples.
///
/// Thread: any. Cost: batch() is O(batch); the first call in an epoch shuffles the dataset while other
/// callers wait. Memory: 4 bytes per sample, plus 4 bytes per sample and 8 bytes per batch for each of the
/// two most recent epochs; with draws, 8 bytes more for each epoch.
class BucketSampler {
 public:
  /// @param batch_size  the last batch of a bucket may be smaller: no sample is dropped
  BucketSampler(const dataset::DatasetManifest& samples, int64_t batch_size, uint64_t seed);

  /// Of the first epoch; at least 1.
  int64_t batches_per_epoch() const { return std::max<int64_t>(1, batches_in(1)); }
  /// Of the first epochs together.
  int64_t batches_in(int64_t epochs) const;
  /// How many epochs the batches before a position are.
  double epochs_at(int64_t position) const;
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
  /// The samples of a bucket with the same draws.
  struct Deck {
    std::vector<uint32_t> samples;
    double draws = 1;
    /// Those drawn before an epoch.
    int64_t drawn_before(int64_t epoch) const;
  };
  using Bucket = std::vector<Deck>;
  /// Where a position is.
  struct Place {
    int64_t epoch = 0, batch = 0;
  };
  Place place(int64_t position) const;
  /// Batches before an epoch. @pre mutex_ is locked
  int64_t begin_of(int64_t epoch) const;
  std::shared_ptr<const Epoch> epoch(int64_t number) const;
  Epoch shuffled(int64_t number) const;
  void deal(const Deck& deck, uint64_t number, int64_t epoch, std::vector<uint32_t>& order) const;

  std::vector<Bucket> buckets_;
  uint32_t batch_size_;
  uint64_t seed_;
  int64_t batches_per_epoch_ = 0;  ///< of each epoch; 0: they differ

  mutable std::mutex mutex_;  // guards all below
  /// Two: workers that load ahead need the next epoch while others are still in this one.
  mutable std::map<int64_t, std::shared_ptr<const Epoch>> epochs_;
  mutable std::vector<int64_t> begins_{0};  ///< of epochs that differ: the batches before each
};

}  // namespace fw::training
