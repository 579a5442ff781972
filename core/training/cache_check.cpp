// SPDX-License-Identifier: Apache-2.0
#include "training/cache_check.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include "base/error.h"
#include "base/paths.h"
#include "safetensors/file.h"

namespace fw::training {

namespace {

using precompute::CacheKind;
using precompute::LatentCache;
using Shape = std::vector<int64_t>;

constexpr ErrorCode cache_faults{
    "training.cache_faults",
    FW_TEXT("errors", "{count} of the {total} cache entries that the run reads cannot be used:{list}"),
    FW_TEXT("errors",
            "Delete the damaged files, then start or resume the run: it encodes missing entries with its own "
            "settings."),
    Blame::input};

constexpr size_t most_listed = 20;

/// Shape that the entries of a batch must share. @return  empty if the entry lacks a tensor
/// @throws fw::Error safetensors.*
Shape shape_of(const LatentCache& cache, CacheKind kind, const std::string& key) {
  const safetensors::File file(cache.file(kind, key));
  const auto find = [&](std::string_view name) {
    const auto& tensors = file.header().tensors;
    const auto found = std::ranges::find(tensors, name, &safetensors::TensorInfo::name);
    return found == tensors.end() ? Shape() : found->shape;
  };
  if (const Shape clip = find("clip"); !clip.empty()) return clip.size() == 4 ? clip : Shape();
  const Shape embedding = find("embedding");
  if (kind == CacheKind::text || !embedding.empty()) {
    return embedding.size() == 2 ? embedding : Shape();
  }
  Shape shape = find("sample");
  if (shape.empty() && find("mean") == find("logvar")) shape = find("mean");
  return shape.size() == 4 ? shape : Shape();
}

/// One pass over all entries. Thread: look_at() any.
class Check {
 public:
  Check(const run::RunSettings& settings, const LatentCache& cache)
      : settings_(settings), with_images_(run::needs_first_frames(settings)), cache_(cache) {}

  /// @param before  the previous sample, or nullptr
  void look_at(size_t number, const dataset::DatasetSample& sample, const dataset::DatasetSample* before) {
    look_at(number, sample, CacheKind::latents, sample.keys.latents);
    look_at(number, sample, CacheKind::text, sample.keys.text);
    for (const std::string& key : sample.keys.more_texts) look_at(number, sample, CacheKind::text, key);
    if (with_images_) look_at(number, sample, CacheKind::image, sample.keys.image);
    const bool is_new = before == nullptr || before->keys.empty_text != sample.keys.empty_text;
    if (sample.caption_dropout.value_or(settings_.caption_dropout_p) > 0 && is_new)
      look_at(number, sample, CacheKind::text, sample.keys.empty_text);
  }

  /// @throws fw::Error training.cache_faults
  void report() const {
    if (fault_count_ == 0) return;
    std::string list;
    for (const auto& [number, text] : listed_) list += "\n- " + text;
    if (fault_count_ > listed_.size()) list += "\n- …";
    throw Error(cache_faults, {{"count", fault_count_}, {"total", entry_count_.load()}, {"list", list}});
  }

 private:
  void look_at(size_t number, const dataset::DatasetSample& sample, CacheKind kind, const std::string& key) {
    ++entry_count_;
    try {
      const Shape shape = shape_of(cache_, kind, key);
      if (shape.empty()) {
        note(number,
             to_utf8(cache_.file(kind, key)) + " holds something else than sample " + sample.id + " needs.");
      } else if (!is_like_others(kind, sample.bucket, shape)) {
        note(number, to_utf8(cache_.file(kind, key)) + " has the shape " + safetensors::shape_text(shape) +
                         ", unlike others in the bucket " + catalog::to_string(sample.bucket) + ".");
      }
    } catch (const std::exception& error) {
      const auto fault = cache_.check(kind, key);
      note(number, fault ? fault->message() : error.what());
    }
  }

  bool is_like_others(CacheKind kind, const catalog::Bucket& bucket, const Shape& shape) {
    const std::lock_guard lock(mutex_);
    return shapes_.emplace(std::pair(kind, bucket), shape).first->second == shape;
  }

  void note(size_t number, const std::string& text) {
    const std::lock_guard lock(mutex_);
    ++fault_count_;
    listed_.emplace(number, text);
    if (listed_.size() > most_listed) listed_.erase(std::prev(listed_.end()));
  }

  const run::RunSettings& settings_;
  const bool with_images_;
  const LatentCache& cache_;
  std::atomic<size_t> entry_count_{0};
  std::mutex mutex_;  // guards all below
  std::map<std::pair<CacheKind, catalog::Bucket>, Shape> shapes_;
  size_t fault_count_ = 0;
  std::multimap<size_t, std::string> listed_;  ///< by sample number
};

}  // namespace

void check_cache(const run::RunSettings& settings, const Split& samples, const LatentCache& cache,
                 const std::stop_token& stop,
                 const std::function<void(size_t done, size_t total)>& on_progress) {
  Check check(settings, cache);
  const size_t train_count = samples.train.size(), total = train_count + samples.held_out.size();
  const auto sample = [&](size_t i) {
    return i < train_count ? &samples.train[i] : &samples.held_out[i - train_count];
  };
  std::atomic<size_t> next{0};
  const auto work = [&](bool tells) {
    for (size_t i = next++; i < total && !stop.stop_requested(); i = next++) {
      check.look_at(i, *sample(i), i > 0 ? sample(i - 1) : nullptr);
      if (tells && i % 64 == 0) on_progress(i, total);
    }
  };
  {
    std::vector<std::jthread> threads;  // they mostly wait for the disk
    for (size_t i = 0; i < std::min<size_t>(7, total / 64); ++i) threads.emplace_back(work, false);
    work(true);
  }
  if (stop.stop_requested()) throw Cancelled();
  check.report();
}

}  // namespace fw::training
