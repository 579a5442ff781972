// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "launch/world_spec.h"

namespace fw::launch {

struct LaunchSpec {
  std::filesystem::path program;
  std::vector<std::string> arguments;  ///< of each rank
  int64_t ranks = 1;
  Environment environment = process_environment();
  /// For the others to end by themselves, and to say why, when a rank has failed; then they get SIGTERM.
  std::chrono::milliseconds patience{5'000};
  std::chrono::milliseconds grace{30'000};  ///< from SIGTERM to SIGKILL
};

/// How a process ended.
struct RankEnd {
  int64_t rank = 0;
  int exit_code = 0;
  int signal = 0;            ///< that killed it; 0: it exited
  bool by_launcher = false;  ///< after SIGTERM from here
  bool failed() const { return exit_code != 0 || signal != 0; }
};

/// Several processes of one program on this machine that do a job together. They share this one's output;
/// their input is empty. None outlives the object, nor the thread that made it: the kernel kills them with
/// it. Thread: one at a time, the one that made it; send() any.
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
  const std::vector<pid_t>& processes() const { return processes_; }

 private:
  void start(int64_t rank, int listener, int64_t port);
  void reap();
  RankEnd telling_end() const;

  const LaunchSpec spec_;
  std::vector<pid_t> processes_;  ///< by rank; 0: it has ended
  std::vector<RankEnd> ends_;     ///< in the order in which they were seen
  bool has_ended_them_ = false;
};

}  // namespace fw::launch
