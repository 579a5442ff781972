// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "engine_api/events.h"

namespace fw::jobs {

/// Takes events from any thread and delivers them to observers in batches, in order, on a thread of its own,
/// so that a slow observer never delays a job. A job's progress is coalesced to at most one event per 100 ms;
/// nothing else is dropped.
class EventHub {
 public:
  using Observer = std::function<void(std::span<const engine_api::Event>)>;
  static constexpr std::chrono::milliseconds progress_interval{100};

  EventHub();
  /// Delivers the remaining events, then ends.
  ~EventHub();
  EventHub(const EventHub&) = delete;
  EventHub& operator=(const EventHub&) = delete;

  /// Thread: any. Cost: one lock.
  void publish(engine_api::JobId job, engine_api::EventBody body);

  /// Calls the observer on the hub's thread for events published from now on. Thread: any but an observer.
  int subscribe(Observer observer);
  /// Once this returns, the observer is not running and will not be called again. Thread: any but an
  /// observer.
  void unsubscribe(int id);
  /// Returns when everything published before the call has been delivered. Thread: any but an observer.
  void flush();

 private:
  using Clock = std::chrono::steady_clock;
  struct JobProgress {
    std::optional<engine_api::Event> pending;
    Clock::time_point last_sent{};
  };

  void deliver_until_stopped(std::stop_token stop);
  std::vector<engine_api::Event> take_batch(std::unique_lock<std::mutex>& lock);
  void move_due_progress(Clock::time_point now);

  std::mutex mutex_;  // guards everything below except observers_
  std::condition_variable_any wake_;
  std::condition_variable delivered_;
  std::vector<engine_api::Event> waiting_;
  std::map<engine_api::JobId, JobProgress> progress_;
  size_t pending_progress_ = 0;
  uint64_t last_sequence_ = 0;
  uint64_t taken_batches_ = 0;
  uint64_t delivered_batches_ = 0;
  bool flush_wanted_ = false;

  std::mutex observers_mutex_;  // held while observers run
  std::map<int, Observer> observers_;
  int last_observer_ = 0;

  std::jthread thread_;  // last: starts when all other members exist
};

}  // namespace fw::jobs
