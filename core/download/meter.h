// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "base/progress.h"

namespace fw::download {

inline constexpr uint64_t megabyte = 1'000'000;

/// Progress of a download in megabytes. The rate and the remaining time come from what the network delivered
/// in the last seconds, so what an earlier attempt left on the disk does not make them look better.
/// Thread: one at a time. Cost: O(1).
class Meter {
 public:
  using Clock = std::chrono::steady_clock;
  using Report = std::function<void(const Progress&)>;
  Meter(uint64_t total_bytes, Report report) : total_(total_bytes), report_(std::move(report)) {}

  /// Reports at most ten times per second, and at once if the phase changes.
  /// @param done     bytes on the disk, up to the total
  /// @param fetched  bytes from the network so far, non-decreasing
  void tell(const char* phase, uint64_t done, uint64_t fetched, std::vector<ProgressDetail> details = {},
            Clock::time_point now = Clock::now());

 private:
  struct Sample {
    Clock::time_point time;
    uint64_t fetched;
  };
  uint64_t total_, done_ = 0;
  Report report_;
  std::deque<Sample> window_;
  Clock::time_point told_{};
  std::string phase_;
};

}  // namespace fw::download
