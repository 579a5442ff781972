// SPDX-License-Identifier: Apache-2.0
#include "training/bucket_sampler.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

namespace fw::training {

BucketSampler::BucketSampler(const dataset::DatasetManifest& samples, int64_t batch_size, uint64_t seed)
    : seed_(seed) {
  // A batch larger than the dataset is the whole dataset.
  batch_size_ = static_cast<uint32_t>(
      std::clamp<int64_t>(batch_size, 1, std::max<int64_t>(1, static_cast<int64_t>(samples.size()))));
  std::map<catalog::Bucket, std::map<double, Deck>> decks;
  for (uint32_t i = 0; i < samples.size(); ++i) {
    Deck& deck = decks[samples[i].bucket][samples[i].draws];
    deck.samples.push_back(i);
    deck.draws = samples[i].draws;
  }
  for (auto& [size, of_bucket] : decks) {
    Bucket& bucket = buckets_.emplace_back();
    for (auto& [draws, deck] : of_bucket) bucket.push_back(std::move(deck));
  }
  const auto is_even = [](const Bucket& bucket) { return bucket.size() == 1 && bucket[0].draws == 1; };
  if (std::ranges::all_of(buckets_, is_even)) batches_per_epoch_ = begin_of(1);
}

int64_t BucketSampler::Deck::drawn_before(int64_t epoch) const {
  constexpr double half = 0.5 + 1e-9;  // rounded to the nearest, and steady where sums are meant to be whole
  return static_cast<int64_t>(
      std::floor(static_cast<double>(epoch) * static_cast<double>(samples.size()) * draws + half));
}

int64_t BucketSampler::begin_of(int64_t epoch) const {
  if (batches_per_epoch_ > 0) return epoch * batches_per_epoch_;
  while (static_cast<int64_t>(begins_.size()) <= epoch) {
    const auto last = static_cast<int64_t>(begins_.size()) - 1;
    int64_t batches = begins_.back();
    for (const Bucket& bucket : buckets_) {
      int64_t drawn = 0;
      for (const Deck& deck : bucket) drawn += deck.drawn_before(last + 1) - deck.drawn_before(last);
      batches += (drawn + batch_size_ - 1) / batch_size_;
    }
    begins_.push_back(batches);
  }
  return begins_[static_cast<size_t>(epoch)];
}

int64_t BucketSampler::batches_in(int64_t epochs) const {
  const std::lock_guard lock(mutex_);
  return begin_of(epochs);
}

BucketSampler::Place BucketSampler::place(int64_t position) const {
  const std::lock_guard lock(mutex_);
  if (batches_per_epoch_ > 0) return {position / batches_per_epoch_, position % batches_per_epoch_};
  while (begins_.back() <= position) begin_of(static_cast<int64_t>(begins_.size()));
  const auto after = std::ranges::upper_bound(begins_, position);
  return {after - begins_.begin() - 1, position - *(after - 1)};
}

double BucketSampler::epochs_at(int64_t position) const {
  if (batches_per_epoch_ > 0) return static_cast<double>(position) / static_cast<double>(batches_per_epoch_);
  const Place at = place(position);
  const std::lock_guard lock(mutex_);
  const int64_t all = begin_of(at.epoch + 1) - begin_of(at.epoch);
  return static_cast<double>(at.epoch) + static_cast<double>(at.batch) / static_cast<double>(all);
}

/// @param number  of the deck, so that equal decks are shuffled differently
void BucketSampler::deal(const Deck& deck, uint64_t number, int64_t epoch,
                         std::vector<uint32_t>& order) const {
  const auto size = static_cast<int64_t>(deck.samples.size());
  const int64_t end = deck.drawn_before(epoch + 1);
  std::vector<uint32_t> dealt;
  for (int64_t at = deck.drawn_before(epoch); at < end; ++at) {
    if (dealt.empty() || at % size == 0) {
      uint64_t state = mix_seed(mix_seed(~seed_, number), static_cast<uint64_t>(at / size));
      dealt = deck.samples;
      shuffle(std::span(dealt), state);
    }
    order.push_back(dealt[static_cast<size_t>(at % size)]);
  }
}

BucketSampler::Epoch BucketSampler::shuffled(int64_t number) const {
  uint64_t state = mix_seed(seed_, static_cast<uint64_t>(number));
  Epoch epoch;
  if (batches_per_epoch_ > 0) epoch.batches.reserve(static_cast<size_t>(batches_per_epoch_));
  uint64_t deck_number = 0;
  for (const Bucket& bucket : buckets_) {
    const auto begin = static_cast<uint32_t>(epoch.order.size());
    for (const Deck& deck : bucket) {
      if (batches_per_epoch_ > 0)  // as it was before there were draws
        epoch.order.insert(epoch.order.end(), deck.samples.begin(), deck.samples.end());
      else
        deal(deck, deck_number++, number, epoch.order);
    }
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
  const Place at = place(position);
  const auto asked = epoch(at.epoch);
  const Part part = asked->batches[static_cast<size_t>(at.batch)];
  const auto first = asked->order.begin() + part.begin;
  return {first, first + part.size};
}

}  // namespace fw::training
