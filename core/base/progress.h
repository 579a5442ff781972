// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fw {

/// An additional fact about a phase: a sentence with {placeholders} and their values, as in a Fault.
struct ProgressDetail {
  std::string text;  ///< English source sentence, e.g. "loss {loss}"
  std::map<std::string, std::string> arguments;
};

/// Progress of a job: a plain value, created as often as the job likes.
struct Progress {
  std::string phase;      ///< English source sentence in the field's terms, e.g. "denoising"
  int64_t done = 0;       ///< steps finished in this phase
  int64_t total = 0;      ///< steps in this phase; 0 if unknown
  double rate_per_s = 0;  ///< smoothed steps per second; 0 until known
  std::optional<double> seconds_left;   ///< nullopt until the rate is known
  std::vector<ProgressDetail> details;  ///< additional information, e.g. the loss
};

/// Computes the rate and remaining time of one phase by an exponential average of the time per step. Ignores
/// the first step (plans, cold caches) once there is another. Thread: one at a time. Cost: O(1).
class ProgressMeter {
 public:
  using Clock = std::chrono::steady_clock;
  ProgressMeter(std::string phase, int64_t total, Clock::time_point now = Clock::now());
  /// @param done  steps finished so far, non-decreasing
  Progress update(int64_t done, Clock::time_point now = Clock::now());

 private:
  Progress progress_;
  Clock::time_point last_;
  double seconds_per_step_ = 0;
  int64_t updates_ = 0;  // with at least one step
  double weight_ = 0;    // sum of the average's weights: corrects the bias of the first updates
};

}  // namespace fw
