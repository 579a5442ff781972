// SPDX-License-Identifier: Apache-2.0
#include "cli/progress_line.h"

#include <unistd.h>

#include <iostream>

#include "base/error.h"
#include "base/units.h"

namespace fw::cli {

std::string progress_line(const Progress& progress) {
  std::string line = progress.phase;
  if (progress.total > 0) {
    constexpr int64_t width = 24;
    const int64_t filled = width * progress.done / progress.total;
    line += " [" + std::string(static_cast<size_t>(filled), '#') +
            std::string(static_cast<size_t>(width - filled), '.') + "]";
    line += " " + std::to_string(progress.done) + "/" + std::to_string(progress.total);
  }
  if (progress.rate_per_s >= 1) {
    line += " " + std::to_string(static_cast<int64_t>(progress.rate_per_s)) + "/s";
  } else if (progress.rate_per_s > 0) {
    line += " " + format_duration(1 / progress.rate_per_s) + " each";
  }
  if (progress.seconds_left) line += " " + format_duration(*progress.seconds_left) + " left";
  for (const auto& [text, arguments] : progress.details) line += "  " + fill_placeholders(text, arguments);
  return line;
}

void ProgressDisplay::show(const Progress& progress) {
  const bool terminal = ::isatty(STDERR_FILENO) != 0;
  const auto now = Clock::now();
  if (now - last_ < (terminal ? std::chrono::milliseconds(50) : std::chrono::seconds(5))) return;
  last_ = now;
  std::cerr << (terminal ? "\r\033[K" : "") << progress_line(progress) << (terminal ? "" : "\n")
            << std::flush;
  drawn_ = terminal;
}

void ProgressDisplay::clear() {
  if (drawn_) std::cerr << "\r\033[K" << std::flush;
  drawn_ = false;
}

}  // namespace fw::cli
