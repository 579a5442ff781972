// SPDX-License-Identifier: Apache-2.0
#include "jobs/event_hub.h"

#include <algorithm>

namespace fw::jobs {

EventHub::EventHub() : thread_([this](const std::stop_token& stop) { deliver_until_stopped(stop); }) {}

EventHub::~EventHub() {
  flush();
  thread_.request_stop();
}

void EventHub::publish(engine_api::JobId job, engine_api::EventBody body) {
  const auto wall = std::chrono::system_clock::now().time_since_epoch();
  const std::lock_guard lock(mutex_);
  engine_api::Event event{++last_sequence_,
                          std::chrono::duration_cast<std::chrono::milliseconds>(wall).count(), job,
                          std::move(body)};
  const bool ends = std::holds_alternative<engine_api::Finished>(event.body) ||
                    std::holds_alternative<engine_api::Failed>(event.body);
  if (std::holds_alternative<Progress>(event.body)) {
    JobProgress& progress = progress_[job];
    if (!progress.pending) ++pending_progress_;
    progress.pending = std::move(event);
  } else {
    waiting_.push_back(std::move(event));
  }
  if (ends) {
    // Progress of an ended job is obsolete.
    const auto found = progress_.find(job);
    if (found != progress_.end()) {
      if (found->second.pending) --pending_progress_;
      progress_.erase(found);
    }
  }
  wake_.notify_one();
}

int EventHub::subscribe(Observer observer) {
  const std::lock_guard lock(observers_mutex_);
  observers_.emplace(++last_observer_, std::move(observer));
  return last_observer_;
}

void EventHub::unsubscribe(int id) {
  const std::lock_guard lock(observers_mutex_);
  observers_.erase(id);
}

void EventHub::flush() {
  std::unique_lock lock(mutex_);
  // A batch may already be in delivery; what is waiting now is in the one after it.
  const uint64_t wanted = taken_batches_ + 1;
  flush_wanted_ = true;
  wake_.notify_one();
  delivered_.wait(lock, [&] { return delivered_batches_ >= wanted; });
}

void EventHub::move_due_progress(Clock::time_point now) {
  for (auto& [job, progress] : progress_) {
    if (!progress.pending || (now - progress.last_sent < progress_interval)) continue;
    waiting_.push_back(std::move(*progress.pending));
    progress.pending.reset();
    progress.last_sent = now;
    --pending_progress_;
  }
}

std::vector<engine_api::Event> EventHub::take_batch(std::unique_lock<std::mutex>&) {
  move_due_progress(Clock::now());
  std::sort(waiting_.begin(), waiting_.end(),
            [](const engine_api::Event& a, const engine_api::Event& b) { return a.sequence < b.sequence; });
  flush_wanted_ = false;
  ++taken_batches_;
  return std::exchange(waiting_, {});
}

void EventHub::deliver_until_stopped(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    const auto something_waits = [&] { return !waiting_.empty() || flush_wanted_; };
    if (pending_progress_ > 0) {
      wake_.wait_for(lock, stop, progress_interval, something_waits);
    } else {
      wake_.wait(lock, stop, [&] { return something_waits() || pending_progress_ > 0; });
    }
    const std::vector<engine_api::Event> batch = take_batch(lock);
    lock.unlock();
    if (!batch.empty()) {
      const std::lock_guard observers_lock(observers_mutex_);
      for (const auto& [id, observer] : observers_) observer(batch);
    }
    lock.lock();
    ++delivered_batches_;
    delivered_.notify_all();
    // Batches metrics and log lines, so that a fast job does not wake its observers for each of them.
    if (waiting_.empty() || stop.stop_requested()) continue;
    wake_.wait_for(lock, stop, std::chrono::milliseconds(2), [&] { return flush_wanted_; });
  }
}

}  // namespace fw::jobs
