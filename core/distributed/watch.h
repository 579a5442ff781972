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

/// What a rank says of itself.
struct RankState {
  int64_t beats = 0;        ///< rises as long as the process runs
  uint64_t calls = 0;       ///< collective operations begun
  uint64_t reports = 0;     ///< of progress
  bool is_at_work = false;  ///< on work of unknown length: then its beats count as progress
  std::string host, phase;
  std::string processes;  ///< where `process` counts: this machine's, or those of a container
  int64_t process = 0;
  Call call = {};  ///< that it waits in; none: its group has no name
};

/// Tells the other ranks, through the store, that this one lives and what it does, and knows the same of
/// them; spreads the first fault of any of them. A thread of its own does it, over a connection of its own.
/// Thread: any.
class Watch {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds interval{200};
  /// From then on a rank that says nothing is taken for ended or stopped.
  static constexpr std::chrono::milliseconds silence{1'500};
  /// From then on it is taken for ended, even where nobody can see its process.
  static constexpr std::chrono::seconds long_silence{30};

  /// @param store  of this object alone
  Watch(c10::intrusive_ptr<c10d::Store> store, int64_t rank, int64_t size);
  ~Watch() { end(); }
  Watch(const Watch&) = delete;
  /// No more beats; the store is not used any more.
  void end();

  /// Also reports progress.
  void set_phase(const std::string& phase);
  void begin_call(const Call& call);
  void end_call();
  /// Around work that takes as long as it takes, such as writing files; may be nested.
  void begin_work();
  void end_work();
  /// How long a rank may go without progress. Once its launcher has died, nobody else ends a rank that hangs:
  /// if it neither waits for others nor makes progress for that long, this object ends the process.
  void set_timeout(std::chrono::milliseconds timeout);

  /// Ends the work of all ranks. @return the fault that was first: this one or another's
  Fault spread(const Fault& fault);
  /// The first fault of any rank; also that the store, and with it rank 0, has gone.
  std::optional<Fault> fault() const;
  /// Called once, on the watch's thread, when there is a fault.
  std::stop_token failed() const { return failed_.get_token(); }

  /// Asks all ranks for the end of what they do beside the training.
  void ask_to_end() { asked_ = true; }
  bool asked_to_end() const { return asked_; }

  RankState state(int64_t rank) const;
  /// How long nothing has come from it.
  std::chrono::milliseconds silent_for(int64_t rank) const;
  /// How long it has made no progress: no report, no call begun and no beat at work.
  std::chrono::milliseconds idle_for(int64_t rank) const;
  /// The one that has not been heard of for longest, at least `silence`; rank 0 where the store is silent.
  std::optional<int64_t> silent_rank() const;
  /// One that has ended: it is silent, and its process is not there any more, or nobody knows that and it has
  /// been silent for long.
  std::optional<int64_t> gone_rank() const;
  /// What another rank waits in, where it is to be this call and is not; else empty.
  std::string other_call(int64_t rank, const Call& call) const;
  /// The one that this rank waits for in a call: it has not come to it, and best to no call at all.
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
  bool all_came_ = false;         ///< the thread's own
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
