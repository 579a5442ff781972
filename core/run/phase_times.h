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

/// How long a run has been in each of its phases, in all its jobs together, in its folder as phases.json.
struct PhaseTimes {
  std::map<std::string, double> seconds{};  ///< by the words of Progress::phase
  std::string phase{};                      ///< that it is in, or was in last
  int64_t counted_ms = 0;                   ///< up to when the seconds count, since the Unix epoch
  bool operator==(const PhaseTimes&) const = default;
};
void describe(auto& fields, PhaseTimes& times) {
  fields("seconds", times.seconds);
  fields("phase", times.phase);
  fields("counted_ms", times.counted_ms);
}

/// Nothing where there is no file, or none that can be read. Thread: any.
PhaseTimes read_phase_times(const RunPaths& run);

/// Keeps them while a job goes on. A time that cannot be written is not worth a word. Thread: any.
class PhaseClock {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds writing_interval{30};  ///< at most so much is lost by a crash

  /// A further job of the run.
  explicit PhaseClock(RunPaths run, Clock::time_point now = Clock::now());
  /// Counts up to now.
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
  Clock::time_point since_;  ///< counted so far
};

}  // namespace fw::run
