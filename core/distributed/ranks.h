// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "base/error.h"
#include "distributed/group.h"
#include "launch/world_spec.h"

namespace c10d {
class Work;
}

namespace fw::distributed {

struct Connection;
struct Traffic;

/// The way of one of several processes to the others. All of them make the same calls in the same order;
/// each call waits for the others, looks at the stop meanwhile, and ends by a fault that names the rank at
/// fault: distributed.rank_failed, distributed.rank_lost, distributed.timeout.
/// Thread: the training thread, but where it says any.
class Ranks {
 public:
  /// Meets the others at the store that `spec` names.
  /// @param stop  of this process's job; ends waits by fw::Cancelled
  /// @param ends  polled until all have met: true ends the wait by fw::Cancelled
  /// @throws fw::Error distributed.ranks_missing with the ranks that did not come, distributed.no_store
  static std::shared_ptr<Ranks> join(const launch::WorldSpec& spec, std::chrono::seconds patience,
                                     std::stop_token stop, const std::function<bool()>& ends = {});
  /// One rank of a world that is not there, for plans on the meta device: nothing waits, and every other rank
  /// says what this one says. @param traffic  what it would exchange; must outlive it
  static std::shared_ptr<Ranks> rehearse(int64_t rank, int64_t size, Traffic& traffic);
  /// After leave() nothing waits; what failed stays as it is until the process ends.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  const int64_t rank, size, local_rank;

  enum class Checks { no, yes };
  /// The way for tensors: of a GPU by NCCL, else by Gloo. NCCL's communicator of all ranks is made here, and
  /// those of groups at their first use; a rank that fails or dies meanwhile ends the others, too.
  /// @param timeout  how long the others wait for a rank that makes no progress: no set_phase(), no call
  void connect(torch::Device device, std::chrono::seconds timeout, Checks checks);
  /// Where the tensors are that the calls below take.
  torch::Device device() const { return device_; }

  /// Of all ranks, see Group.
  std::vector<std::string> gather(const std::string& text);
  void exchange(torch::Tensor received, std::span<const int64_t> received_counts, const torch::Tensor& sent,
                std::span<const int64_t> sent_counts);
  [[nodiscard]] std::function<void()> begin_exchange(torch::Tensor received,
                                                     std::span<const int64_t> received_counts,
                                                     const torch::Tensor& sent,
                                                     std::span<const int64_t> sent_counts);
  torch::Tensor all_gather(const torch::Tensor& part);
  /// What rank `from` has in it, to all. @param tensor  flat and contiguous
  void broadcast(torch::Tensor tensor, int64_t from);
  /// Some of the ranks, which call it at the same time, while the others make groups of their own; after
  /// connect(). Groups of the same members share one NCCL communicator. @param name  of this group alone
  /// among these
  std::shared_ptr<Group> group(const std::string& name, std::vector<int64_t> members);
  /// Waits until the device has finished all exchanges by NCCL, so that their results are known to be right.
  /// Calls that gather texts, on_first() and together() do this first. Does nothing with Gloo.
  void settle();
  /// The number of ranks in each NCCL communicator that this process uses, or would use after rehearse().
  std::vector<int64_t> communicator_sizes() const;
  /// Rank 0 does `work`, however long it takes; the others wait for it to be done.
  void on_first(const std::function<void()>& work);
  /// Each does `work`, however long it takes. Where one fails all throw: what `work` has thrown here, or as
  /// fw::Error what it has thrown elsewhere.
  void together(const std::function<void()>& work);

  /// Names this rank's current work for fault messages; each call counts as progress. Thread: any.
  void set_phase(const std::string& phase);
  /// Stopped when the job is, or when any rank has failed. Thread: any.
  std::stop_token stop() const { return stop_.get_token(); }
  /// The fault that ended the work of all; nothing as long as all is well. Thread: any.
  std::optional<Fault> failure() const;
  /// Tells the others that this rank's work has failed. @return the fault that was first
  Fault report(const Fault& fault);
  /// Has the others end as cancelled.
  void cancel();
  /// Any rank asks all of them to end what they do beside the training; stays. Thread: any.
  void ask_to_end();
  bool asked_to_end() const;
  /// At the end of the work, together.
  void leave();

 private:
  friend class Group;
  friend class LongWork;
  struct Parts;
  Ranks(const launch::WorldSpec& spec, std::stop_token stop);
  void meet(const launch::WorldSpec& spec, std::chrono::seconds patience, const std::function<bool()>& ends);
  void check() const;
  bool checks_calls() const { return checks_ == Checks::yes; }
  /// @param members  that make the call together
  using Members = std::vector<int64_t>;
  using Start = std::function<c10::intrusive_ptr<c10d::Work>()>;
  /// @return  waits for what was started, once; the members must outlive it
  std::function<void()> begin(const Members& members, const Call& call, const Start& start);
  /// The same for tensors: by NCCL the current stream waits in place of the host.
  std::function<void()> begin_tensors(const Members& members, const Call& call, Connection& connection,
                                      const Start& start);
  std::shared_ptr<Connection> connection(const std::string& name, const Members& members);
  void use(const Members& members, Connection& connection);
  void end_communicators();
  void wait_beside(const Members& members, const Call& call, std::function<void()> work);
  void wait_until(const Members& members, const Call& call, const std::function<bool()>& is_done);
  void watch_over(const std::stop_token& stop);
  void or_fail(const std::function<void()>& work);
  Fault spread(const Fault& fault);
  [[noreturn]] void fail(const std::exception& error);
  void end_if_late(const Members& members, const Call& call);

  std::stop_token job_stop_;
  std::stop_source stop_;
  torch::Device device_ = torch::kCPU;
  std::chrono::seconds timeout_;
  Checks checks_ = Checks::no;
  bool one_machine_ = true;
  int64_t groups_ = 0;          ///< made so far
  uint64_t communicators_ = 0;  ///< made so far
  std::string phase_ = "starting";
  std::unique_ptr<Parts> parts_;
};

/// While it lives, this rank does work of unknown length, such as writing files: the others, and the launcher
/// after a failure, wait as long as the process runs. Thread: any.
class LongWork {
 public:
  /// @param ranks  must outlive it
  explicit LongWork(Ranks& ranks);
  ~LongWork();
  LongWork(const LongWork&) = delete;

 private:
  Ranks& ranks_;
};

}  // namespace fw::distributed
