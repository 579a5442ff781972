// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/error.h"
#include "launch/world_spec.h"

namespace fw::launch {

/// Output of a rank, in LaunchSpec::output.
inline constexpr const char* rank_log_name = "log.txt";

/// Standard input and output of rank 0.
enum class FirstRank {
  like_the_others,
  on_a_line,  ///< a socket to this process: RankGroup::line()
};

struct LaunchSpec {
  std::filesystem::path program;
  std::vector<std::string> arguments;  ///< of each rank
  int64_t ranks = 1;
  FirstRank first = FirstRank::like_the_others;
  /// Appends each rank's output to <output>/<rank>/log.txt. If empty, or if the folder cannot be created,
  /// ranks share this process's output.
  std::filesystem::path output = {};
  Environment environment = process_environment();
  /// Time for the others to end by themselves and report why, after a rank has failed; then they get SIGTERM.
  /// Both times restart whenever rank 0 shows that it is still at work (notify_launcher()).
  std::chrono::milliseconds patience{5'000};
  std::chrono::milliseconds grace{30'000};  ///< from SIGTERM to SIGKILL
};

/// How a process ended.
struct RankEnd {
  int64_t rank = 0;
  int exit_code = 0;
  int signal = 0;            ///< that killed it; 0: none
  bool by_launcher = false;  ///< after a SIGTERM from this object
  bool killed = false;       ///< by a SIGKILL from this object: it did not end in time
  bool failed() const { return exit_code != 0 || signal != 0; }
};

/// The fault of a failed process. @param output  from LaunchSpec
Fault fault_of(const RankEnd& end, const std::filesystem::path& output = {});

struct ChildDescriptors;

/// Several processes of one program on this machine that do a job together. Their input is empty. They do not
/// outlive the object. If the thread that created it ends first, as when this program is killed, the kernel
/// sends them SIGTERM, which pauses a training. Thread: only the creating one; send() any.
class RankGroup {
 public:
  /// Starts them. @throws fw::Error launch.not_started, after ending those already started
  explicit RankGroup(LaunchSpec spec);
  ~RankGroup();
  RankGroup(const RankGroup&) = delete;
  RankGroup& operator=(const RankGroup&) = delete;

  /// Passes a signal on to all running processes.
  void send(int signal) const;
  /// Waits until all have ended; a stop sends SIGTERM to all. If one fails, the others are ended, too.
  /// @return the end of the first one killed by a signal, else of rank 0 if it failed, else of the first that
  ///   failed, else of rank 0; ends caused by this object are considered last
  RankEnd wait(const std::stop_token& stop = {});
  /// One step of wait(), without waiting. @return nullopt while any of them runs
  std::optional<RankEnd> poll(const std::stop_token& stop = {});
  /// A warning for each process that had to be killed because it did not end after another one failed.
  std::vector<Fault> killed() const;
  /// The socket to rank 0 with FirstRank::on_a_line; else -1.
  int line() const { return line_; }
  const std::vector<pid_t>& processes() const { return processes_; }

 private:
  void start(int64_t rank, int64_t port, ChildDescriptors given);
  void start_all();
  void reap();
  bool is_at_work() const;
  void close_pipes() const;
  RankEnd telling_end() const;

  const LaunchSpec spec_;
  std::vector<pid_t> processes_;  ///< by rank; 0: has ended
  std::vector<RankEnd> ends_;     ///< in the order in which they were noticed
  bool has_ended_them_ = false;
  bool has_killed_them_ = false;
  int line_ = -1;
  int work_ = -1;  ///< read end of the pipe for notify_launcher()
  std::optional<std::chrono::steady_clock::time_point> term_due_, kill_due_;
};

}  // namespace fw::launch
