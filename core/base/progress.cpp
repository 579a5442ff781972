// SPDX-License-Identifier: Apache-2.0
#include "base/progress.h"

#include <cmath>

namespace fw {

namespace {
constexpr double memory_per_step = 0.9;
}

ProgressMeter::ProgressMeter(std::string phase, int64_t total, Clock::time_point now) : last_(now) {
  progress_.phase = std::move(phase);
  progress_.total = total;
}

Progress ProgressMeter::update(int64_t done, Clock::time_point now) {
  const int64_t steps = done - progress_.done;
  if (steps > 0) {
    const double seconds = std::chrono::duration<double>(now - last_).count() / static_cast<double>(steps);
    // The first step builds plans and fills caches, so it counts only until there is another.
    if (updates_++ == 1) seconds_per_step_ = weight_ = 0;
    const double keep = std::pow(memory_per_step, static_cast<double>(steps));
    seconds_per_step_ = keep * seconds_per_step_ + (1 - keep) * seconds;
    weight_ = keep * weight_ + (1 - keep);
    last_ = now;
    progress_.done = done;
    const double average = seconds_per_step_ / weight_;
    if (average > 0) {
      progress_.rate_per_s = 1 / average;
      if (progress_.total > 0) progress_.seconds_left = average * static_cast<double>(progress_.total - done);
    }
  }
  return progress_;
}

}  // namespace fw
