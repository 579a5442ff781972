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

/// One process's connection to the others. All processes must make the same calls in the same order; each
/// call waits for the others, can be stopped, and ends with a fault that names the responsible rank:
/// distributed.rank_failed, distributed.rank_lost, distributed.timeout.
/// Thread: the training thread, except where noted.
class Ranks {
 public:
  /// Connects to the others through the store given in `spec`.
  /// @param stop  of this process's job; ends waits with fw::Cancelled
  /// @param ends  polled until all are connected: true ends the wait with fw::Cancelled
  /// @throws fw::Error distributed.ranks_missing with the missing ranks, distributed.no_store
  static std::shared_ptr<Ranks> join(const launch::WorldSpec& spec, std::chrono::seconds patience,
                                     std::stop_token stop, const std::function<bool()>& ends = {});
  /// Simulates one rank of a world, for plans on the meta device: nothing waits, and every other rank returns
  /// what this one sends. @param traffic  receives what would be exchanged; must outlive it
  static std::shared_ptr<Ranks> dry_run(int64_t rank, int64_t size, Traffic& traffic);
  /// After leave() nothing waits; after a failure, pending operations are leaked until the process ends.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  const int64_t rank, size, local_rank;

  enum class Checks { no, yes };
  /// Connects the tensor backend: NCCL for GPUs, otherwise Gloo. Creates NCCL's communicator of all ranks;
  /// those of groups are created at their first use. If a rank fails or dies meanwhile, the others end, too.
  /// @param timeout  how long the others wait for a rank without progress: no set_phase() and no call
  void connect(torch::Device device, std::chrono::seconds timeout, Checks checks);
  /// The device of the tensors for the calls below.
  torch::Device device() const { return device_; }

  /// Operations of all ranks, see Group.
  std::vector<std::string> gather(const std::string& text);
  void exchange(torch::Tensor received, std::span<const int64_t> received_counts, const torch::Tensor& sent,
                std::span<const int64_t> sent_counts);
  [[nodiscard]] std::function<void()> begin_exchange(torch::Tensor received,
                                                     std::span<const int64_t> received_counts,
                                                     const torch::Tensor& sent,
                                                     std::span<const int64_t> sent_counts);
  torch::Tensor all_gather(const torch::Tensor& part);
  /// Sends rank `from`'s content to all. @param tensor  flat and contiguous
  void broadcast(torch::Tensor tensor, int64_t from);
  /// Creates a group of some ranks. All members call it at the same time, while other ranks create groups of
  /// their own; after connect(). Groups with the same members share one NCCL communicator. @param name
  /// unique among these
  std::shared_ptr<Group> group(const std::string& name, std::vector<int64_t> members);
  /// Waits until the device has finished all exchanges by NCCL, so that their results are known to be valid.
  /// Calls that gather texts, on_first() and together() do this first. Does nothing with Gloo.
  void settle();
  /// Number of ranks of each NCCL communicator that this process uses, or would use in a dry run.
  std::vector<int64_t> communicator_sizes() const;
  /// Rank 0 runs `work`, for any time; the others wait for it.
  void on_first(const std::function<void()>& work);
  /// Each rank runs `work`, for any time. If one fails, all throw: the exception of `work` here, or an
  /// fw::Error for a failure elsewhere.
  void together(const std::function<void()>& work);

  /// Names this rank's current work for fault messages; each call counts as progress. Thread: any.
  void set_phase(const std::string& phase);
  /// Stopped when the job is, or when any rank has failed. Thread: any.
  std::stop_token stop() const { return stop_.get_token(); }
  /// The fault that ended the work of all ranks, if any. Thread: any.
  std::optional<Fault> failure() const;
  /// Reports to the others that this rank's work has failed. @return the fault that came first
  Fault report(const Fault& fault);
  /// Ends the others as cancelled.
  void cancel();
  /// Asks all ranks to end work other than the training; cannot be undone. Thread: any.
  void ask_to_end();
  bool asked_to_end() const;
  /// Collective, at the end of the work.
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
  /// @return  waits for the started operation, once; the members must outlive it
  std::function<void()> begin(const Members& members, const Call& call, const Start& start);
  /// Like begin() for tensors: with NCCL the current stream waits instead of the host.
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

/// While alive, this rank does work of unknown length, such as writing files: the others, and the launcher
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
