// SPDX-License-Identifier: Apache-2.0
#include "training/bucket_sampler.h"

#include <algorithm>
#include <map>
#include <span>
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

/// Fisher-Yates; the standard library's shuffle may differ between versions.
template <typename T>
void shuffle(std::span<T> items, uint64_t& state) {
  for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[next_random(state) % i]);
}

}  // namespace

uint64_t mix_seed(uint64_t a, uint64_t b) {
  uint64_t state = a;
  state = next_random(state) ^ b;
  return next_random(state);
}

BucketSampler::BucketSampler(const dataset::DatasetManifest& samples, int64_t batch_size, uint64_t seed)
    : seed_(seed) {
  // A batch larger than the dataset is the whole dataset.
  batch_size_ = static_cast<uint32_t>(
      std::clamp<int64_t>(batch_size, 1, std::max<int64_t>(1, static_cast<int64_t>(samples.size()))));
  std::map<catalog::Bucket, std::vector<uint32_t>> by_bucket;
  for (uint32_t i = 0; i < samples.size(); ++i) by_bucket[samples[i].bucket].push_back(i);
  for (auto& [bucket, indices] : by_bucket) {
    batches_per_epoch_ += static_cast<int64_t>((indices.size() + batch_size_ - 1) / batch_size_);
    buckets_.push_back(std::move(indices));
  }
}

BucketSampler::Epoch BucketSampler::shuffled(int64_t number) const {
  uint64_t state = mix_seed(seed_, static_cast<uint64_t>(number));
  Epoch epoch;
  epoch.batches.reserve(static_cast<size_t>(batches_per_epoch_));
  for (const std::vector<uint32_t>& bucket : buckets_) {
    const auto begin = static_cast<uint32_t>(epoch.order.size());
    epoch.order.insert(epoch.order.end(), bucket.begin(), bucket.end());
    const auto end = static_cast<uint32_t>(epoch.order.size());
    shuffle(std::span(epoch.order).subspan(begin), state);
    for (uint32_t at = begin; at < end; at += batch_size_)
      epoch.batches.push_back({at, std::min(batch_size_, end - at)});
  }
  shuffle(std::span(epoch.batches), state);
  return epoch;
}

std::shared_ptr<const BucketSampler::Epoch> BucketSampler::epoch(int64_t number) const {
  const std::lock_guard lock(mutex_);
  if (const auto found = epochs_.find(number); found != epochs_.end()) return found->second;
  if (epochs_.size() == 2) epochs_.erase(epochs_.begin());
  return epochs_.emplace(number, std::make_shared<const Epoch>(shuffled(number))).first->second;
}

std::vector<size_t> BucketSampler::batch(int64_t position) const {
  const auto asked = epoch(position / batches_per_epoch_);
  const Part part = asked->batches[static_cast<size_t>(position % batches_per_epoch_)];
  const auto first = asked->order.begin() + part.begin;
  return {first, first + part.size};
}

}  // namespace fw::training
