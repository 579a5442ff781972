// SPDX-License-Identifier: Apache-2.0
#include "download/meter.h"

#include <algorithm>

namespace fw::download {

namespace {
// Long enough for a steady figure, short enough to follow a network that changes.
constexpr std::chrono::seconds window_length{15};
constexpr double shortest_s = 0.5;
}  // namespace

void Meter::tell(const char* phase, uint64_t done, uint64_t fetched, std::vector<ProgressDetail> details,
                 Clock::time_point now) {
  if (!report_) return;
  if (now - told_ < std::chrono::milliseconds(100) && phase == phase_) return;
  told_ = now;
  phase_ = phase;
  window_.push_back({now, fetched});
  while (window_.size() > 2 && now - window_.front().time > window_length) window_.pop_front();
  done_ = std::max(done_, std::min(done, total_));  // a file that starts again does not go back
  Progress progress;
  progress.phase = phase;
  progress.done = static_cast<int64_t>(done_ / megabyte);
  progress.total = static_cast<int64_t>(total_ / megabyte);
  progress.details = std::move(details);
  const double seconds = std::chrono::duration<double>(now - window_.front().time).count();
  const auto bytes = static_cast<double>(fetched - window_.front().fetched);
  if (seconds >= shortest_s && bytes > 0) {
    progress.rate_per_s = bytes / seconds / static_cast<double>(megabyte);
    progress.seconds_left = static_cast<double>(total_ - done_) / (bytes / seconds);
  }
  report_(progress);
}

}  // namespace fw::download
