// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>
#include <torch/csrc/distributed/c10d/Store.hpp>

#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "distributed/group.h"

namespace fw::distributed {

/// The state that a rank publishes.
struct RankState {
  int64_t beats = 0;        ///< increases while the process runs
  uint64_t calls = 0;       ///< collective operations begun
  uint64_t reports = 0;     ///< number of progress reports
  bool is_at_work = false;  ///< doing work of unknown length: beats count as progress
  std::string host, phase;
  std::string processes;  ///< namespace of `process`: this machine's, or that of a container
  int64_t process = 0;
  Call call = {};  ///< that it is waiting in; empty group name: none
};

/// Publishes this rank's state to the others through the store, and reads theirs; spreads the first fault of
/// any rank. Uses its own thread and its own connection to the store.
/// Thread: any.
class Watch {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds interval{200};
  /// After this time a silent rank is considered ended or stopped.
  static constexpr std::chrono::milliseconds silence{1'500};
  /// After this time it is considered ended, even if its process cannot be checked.
  static constexpr std::chrono::seconds long_silence{30};

  /// @param store  used only by this object
  Watch(c10::intrusive_ptr<c10d::Store> store, int64_t rank, int64_t size);
  ~Watch() { end(); }
  Watch(const Watch&) = delete;
  /// Stops publishing; the store is no longer used.
  void end();

  /// Also reports progress.
  void set_phase(const std::string& phase);
  void begin_call(const Call& call);
  void end_call();
  /// Bracket work of unknown length, such as writing files; may be nested.
  void begin_work();
  void end_work();
  /// How long a rank may go without progress. If the launcher has died, nobody else ends a hanging rank: if
  /// it neither waits for others nor makes progress for that long, this object ends the process.
  void set_timeout(std::chrono::milliseconds timeout);

  /// Ends the work of all ranks. @return the fault that came first: this one or another's
  Fault spread(const Fault& fault);
  /// The first fault of any rank, including that the store, and with it rank 0, is gone.
  std::optional<Fault> fault() const;
  /// Stopped once there is a fault, on the watch's thread.
  std::stop_token failed() const { return failed_.get_token(); }

  /// Asks all ranks to end work other than the training.
  void ask_to_end() { asked_ = true; }
  bool asked_to_end() const { return asked_; }

  RankState state(int64_t rank) const;
  /// Time since the last message from the rank.
  std::chrono::milliseconds silent_for(int64_t rank) const;
  /// Time since its last progress: a report, the start of a call, or a beat while at work.
  std::chrono::milliseconds idle_for(int64_t rank) const;
  /// The rank that has been silent for longest, at least `silence`; rank 0 if the store is silent.
  std::optional<int64_t> silent_rank() const;
  /// A rank that has ended: it is silent, and its process no longer exists, or that is unknown and it has
  /// been silent for a long time.
  std::optional<int64_t> gone_rank() const;
  /// The call that another rank is waiting in instead of this one; empty if there is none.
  std::string other_call(int64_t rank, const Call& call) const;
  /// The rank that delays a call: it has not reached the call; prefers a rank in no call at all.
  int64_t late_rank(const std::vector<int64_t>& members, const Call& call) const;

 private:
  struct Other {
    RankState state;
    Clock::time_point changed = Clock::now(), progressed = Clock::now();
  };
  void work(const std::stop_token& stop);
  void exchange_states();
  void set_fault(const Fault& fault);
  void note_progress();
  bool is_at_work() const;
  bool is_forsaken() const;

  const c10::intrusive_ptr<c10d::Store> store_;
  const int64_t rank_;
  const pid_t parent_ = ::getppid();
  std::atomic<bool> asked_ = false;
  std::stop_source failed_;
  bool all_came_ = false;         ///< used only by the thread
  std::timed_mutex store_mutex_;  ///< a store whose process is stopped never answers
  mutable std::mutex mutex_;      // guards all below
  RankState own_;
  int works_ = 0;  ///< begun and not ended
  Clock::time_point progressed_ = Clock::now();
  std::chrono::milliseconds timeout_ = std::chrono::minutes(30);
  std::vector<Other> others_;
  std::optional<Fault> fault_;
  std::jthread thread_;  // last
};

}  // namespace fw::distributed
