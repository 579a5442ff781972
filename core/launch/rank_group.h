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

/// What a rank prints, where LaunchSpec::output keeps it.
inline constexpr const char* rank_log_name = "log.txt";

/// Where rank 0 reads and writes.
enum class FirstRank {
  like_the_others,
  on_a_line,  ///< standard input and output are a socket to this process: RankGroup::line()
};

struct LaunchSpec {
  std::filesystem::path program;
  std::vector<std::string> arguments;  ///< of each rank
  int64_t ranks = 1;
  FirstRank first = FirstRank::like_the_others;
  /// The file <output>/<rank>/log.txt gets what each of them prints, behind what is there already. Empty, or
  /// a folder that cannot be made: they share this process's output.
  std::filesystem::path output = {};
  Environment environment = process_environment();
  /// For the others to end by themselves, and to say why, when a rank has failed; then they get SIGTERM.
  /// Both times restart whenever rank 0 shows that it is still at work (notify_launcher()).
  std::chrono::milliseconds patience{5'000};
  std::chrono::milliseconds grace{30'000};  ///< from SIGTERM to SIGKILL
};

/// How a process ended.
struct RankEnd {
  int64_t rank = 0;
  int exit_code = 0;
  int signal = 0;            ///< that killed it; 0: it exited
  bool by_launcher = false;  ///< after SIGTERM from here
  bool killed = false;       ///< by this program's SIGKILL: it did not end in time
  bool failed() const { return exit_code != 0 || signal != 0; }
};

/// What a failed end has to say. @param output  as LaunchSpec has it
Fault fault_of(const RankEnd& end, const std::filesystem::path& output = {});

struct ChildDescriptors;

/// Several processes of one program on this machine that do a job together. Their input is empty. None
/// outlives the object. If the thread that made it ends first, as when this program is killed, the kernel
/// sends them SIGTERM, which pauses a training. Thread: one at a time, the one that made it; send() any.
class RankGroup {
 public:
  /// Starts them. @throws fw::Error launch.not_started; those that were started are gone then
  explicit RankGroup(LaunchSpec spec);
  ~RankGroup();
  RankGroup(const RankGroup&) = delete;
  RankGroup& operator=(const RankGroup&) = delete;

  /// Passes a signal on to all that run.
  void send(int signal) const;
  /// Until all have ended; a stop is SIGTERM for all. When one has failed the others end too.
  /// @return the end of the first that a signal has killed, else of rank 0 if that failed, else of the first
  ///   that failed, else of rank 0; ends that this object made count last
  RankEnd wait(const std::stop_token& stop = {});
  /// One look of wait(), which takes no time. @return nothing while any of them runs
  std::optional<RankEnd> poll(const std::stop_token& stop = {});
  /// A warning for each process that had to be killed since it did not end after another one failed.
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
  std::vector<pid_t> processes_;  ///< by rank; 0: it has ended
  std::vector<RankEnd> ends_;     ///< in the order in which they were seen
  bool has_ended_them_ = false;
  bool has_killed_them_ = false;
  int line_ = -1;
  int work_ = -1;  ///< read end of the pipe on which rank 0 shows that it is at work
  std::optional<std::chrono::steady_clock::time_point> term_due_, kill_due_;
};

}  // namespace fw::launch
