// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>

#include "base/json_fields.h"
#include "base/progress.h"
#include "run/run_folder.h"

namespace fw::run {

/// Time that a run has spent in each phase over all its jobs; stored in its folder as phases.json.
struct PhaseTimes {
  std::map<std::string, double> seconds{};  ///< by Progress::phase
  std::string phase{};                      ///< current or last phase
  int64_t counted_ms = 0;                   ///< time up to which the seconds count, since the Unix epoch
  bool operator==(const PhaseTimes&) const = default;
};
void describe(auto& fields, PhaseTimes& times) {
  fields("seconds", times.seconds);
  fields("phase", times.phase);
  fields("counted_ms", times.counted_ms);
}

/// Empty if the file does not exist or cannot be read. Thread: any.
PhaseTimes read_phase_times(const RunPaths& run);

/// Updates the times while a job runs. Write failures are ignored. Thread: any.
class PhaseClock {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds writing_interval{30};  ///< most that a crash can lose

  /// Starts counting for another job of the run.
  explicit PhaseClock(RunPaths run, Clock::time_point now = Clock::now());
  /// Counts the remaining time.
  ~PhaseClock();
  PhaseClock(const PhaseClock&) = delete;
  PhaseClock& operator=(const PhaseClock&) = delete;

  void take(const Progress& progress, Clock::time_point now = Clock::now());

 private:
  void count(Clock::time_point now);
  void write();

  const RunPaths run_;
  std::mutex mutex_;  // guards all below
  PhaseTimes times_;
  Clock::time_point since_;  ///< end of the time already counted
};

}  // namespace fw::run
