// SPDX-License-Identifier: Apache-2.0
#include "planner/fewest_blocks.h"

#include <algorithm>
#include <cmath>

namespace fw::planner {

std::optional<int64_t> fewest_blocks(int64_t least, int64_t all, int64_t limit_bytes,
                                     const std::function<int64_t(int64_t blocks)>& peak_bytes) {
  int64_t low = least, high = all;
  int64_t low_peak = peak_bytes(low);
  if (low_peak <= limit_bytes) return low;
  int64_t high_peak = peak_bytes(high);
  if (high_peak > limit_bytes) return std::nullopt;
  while (high - low > 1) {
    const double over = static_cast<double>(low_peak - limit_bytes);
    const double span = static_cast<double>(low_peak - high_peak);
    const auto guess = low + static_cast<int64_t>(std::ceil(over / span * static_cast<double>(high - low)));
    const int64_t middle = std::clamp(guess, low + 1, high - 1);
    const int64_t peak = peak_bytes(middle);
    peak <= limit_bytes ? void((high = middle, high_peak = peak)) : void((low = middle, low_peak = peak));
  }
  return high;
}

}  // namespace fw::planner
