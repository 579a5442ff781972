// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "base/progress.h"

namespace fw::cli {

/// "denoising [####....] 12/50 3/s 0:12 left loss 0.1"
std::string progress_line(const Progress& progress);

/// Shows progress on standard error: one changing line on a terminal, or a line every few seconds in a log
/// file.
class ProgressDisplay {
 public:
  ~ProgressDisplay() { clear(); }
  void show(const Progress& progress);
  /// Call before printing anything else.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
  bool drawn_ = false;
};

}  // namespace fw::cli
