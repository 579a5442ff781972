// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace fw::media {

/// Makes items 0..count-1 on its own threads, at most `ahead` of them beyond the next one to be taken, and
/// returns them in order: decoding runs ahead of the device without filling the memory.
///   Prefetch<Sample> samples(files.size(), {.threads = 2, .ahead = 8},
///                            [&](size_t i, std::stop_token stop) { return read_sample(files[i], spec, 1,
///                            stop); });
///   while (std::optional<Sample> sample = samples.next()) encode(*sample);
/// The destructor stops the threads and waits for them. Thread: one call of next() at a time; `make` runs on
/// several.
template <typename Item>
class Prefetch {
 public:
  struct Limits {
    size_t threads = 2;
    size_t ahead = 8;  ///< items made or in progress; bounds the memory
  };
  using Make = std::function<Item(size_t, std::stop_token)>;

  Prefetch(size_t count, Limits limits, Make make)
      : count_(count), ahead_(std::max<size_t>(limits.ahead, 1)), make_(std::move(make)) {
    const size_t threads = std::clamp<size_t>(limits.threads, 1, ahead_);
    for (size_t i = 0; i < threads; ++i)
      makers_.emplace_back([this](std::stop_token stop) { work(std::move(stop)); });
  }
  ~Prefetch() {
    for (std::jthread& maker : makers_) maker.request_stop();
  }
  Prefetch(const Prefetch&) = delete;
  Prefetch& operator=(const Prefetch&) = delete;

  /// Returns the next item in order, nullopt after the last one. Waits until it is made.
  /// @throws what `make` threw for this item; the following call returns the next item
  std::optional<Item> next() {
    std::unique_lock lock(mutex_);
    if (taken_ == count_) return std::nullopt;
    changed_.wait(lock, [this] { return !slots_.empty() && slots_.front().done; });
    Slot slot = std::move(slots_.front());
    slots_.pop_front();
    ++taken_;
    lock.unlock();
    changed_.notify_all();
    if (slot.failure) std::rethrow_exception(slot.failure);
    return std::move(slot.item);
  }

 private:
  struct Slot {
    bool done = false;
    std::optional<Item> item;
    std::exception_ptr failure;
  };

  void work(std::stop_token stop) {
    for (;;) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, stop, [this] { return started_ == count_ || started_ - taken_ < ahead_; });
      if (stop.stop_requested() || started_ == count_) return;
      const size_t number = started_++;
      slots_.emplace_back();
      lock.unlock();
      Slot made;
      try {
        made.item.emplace(make_(number, stop));
      } catch (...) {
        made.failure = std::current_exception();
      }
      made.done = true;
      lock.lock();
      slots_[number - taken_] = std::move(made);  // not taken before it is done, so it is still in the queue
      lock.unlock();
      changed_.notify_all();
    }
  }

  const size_t count_;
  const size_t ahead_;
  const Make make_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Slot> slots_;  // items taken_.. started_-1
  size_t taken_ = 0;
  size_t started_ = 0;
  std::vector<std::jthread> makers_;  // last: they end before the members they use
};

}  // namespace fw::media
