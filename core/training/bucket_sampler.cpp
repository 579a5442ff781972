// SPDX-License-Identifier: Apache-2.0
#include "training/bucket_sampler.h"

#include <map>
#include <utility>

namespace fw::training {

namespace {

uint64_t next_random(uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// Fisher and Yates; the standard library's shuffle may differ between versions.
template <typename T>
void shuffle(std::vector<T>& items, uint64_t& state) {
  for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[next_random(state) % i]);
}

}  // namespace

uint64_t mix_seed(uint64_t a, uint64_t b) {
  uint64_t state = a;
  state = next_random(state) ^ b;
  return next_random(state);
}

BucketSampler::BucketSampler(const config::DatasetManifest& samples, int64_t batch_size, uint64_t seed)
    : batch_size_(static_cast<size_t>(batch_size)), seed_(seed) {
  std::map<config::Bucket, std::vector<size_t>> by_bucket;
  for (size_t i = 0; i < samples.size(); ++i) by_bucket[samples[i].bucket].push_back(i);
  for (auto& [bucket, indices] : by_bucket) {
    batches_per_epoch_ += static_cast<int64_t>((indices.size() + batch_size_ - 1) / batch_size_);
    buckets_.push_back(std::move(indices));
  }
}

std::vector<size_t> BucketSampler::batch(int64_t position) const {
  uint64_t state = mix_seed(seed_, static_cast<uint64_t>(position / batches_per_epoch_));
  std::vector<std::vector<size_t>> batches;
  for (std::vector<size_t> indices : buckets_) {
    shuffle(indices, state);
    for (size_t at = 0; at < indices.size(); at += batch_size_) {
      batches.emplace_back(
          indices.begin() + static_cast<ptrdiff_t>(at),
          indices.begin() + static_cast<ptrdiff_t>(std::min(at + batch_size_, indices.size())));
    }
  }
  shuffle(batches, state);
  return batches[static_cast<size_t>(position % batches_per_epoch_)];
}

}  // namespace fw::training
