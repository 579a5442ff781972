// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fw {

/// A short fact beside a phase: a sentence with {placeholders} and what stands for them, as in a Fault.
struct ProgressDetail {
  std::string text;  ///< English source sentence, e.g. "loss {loss}"
  std::map<std::string, std::string> arguments;
};

/// How far a job is: a plain value, made as often as the job likes.
struct Progress {
  std::string phase;      ///< field's term for what goes on now, e.g. "denoising"; English source sentence
  int64_t done = 0;       ///< steps finished in this phase
  int64_t total = 0;      ///< steps in this phase; 0 when not known
  double rate_per_s = 0;  ///< smoothed steps per second; 0 until known
  std::optional<double> seconds_left;   ///< nothing until the rate is known
  std::vector<ProgressDetail> details;  ///< what the line says besides, e.g. the loss
};

/// Computes rate and time left of one phase by an exponential average over the time per step, without the
/// first step (plans, cold caches) as soon as there is another. Thread: one at a time. Cost: O(1).
class ProgressMeter {
 public:
  using Clock = std::chrono::steady_clock;
  ProgressMeter(std::string phase, int64_t total, Clock::time_point now = Clock::now());
  /// @param done  steps finished so far, never falling
  Progress update(int64_t done, Clock::time_point now = Clock::now());

 private:
  Progress progress_;
  Clock::time_point last_;
  double seconds_per_step_ = 0;
  int64_t updates_ = 0;  // that brought steps
  double weight_ = 0;    // sum of the average's weights: corrects the bias of the first updates
};

}  // namespace fw
