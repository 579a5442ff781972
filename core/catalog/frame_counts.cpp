// SPDX-License-Identifier: Apache-2.0
#include "catalog/frame_counts.h"

namespace fw::catalog {

namespace {

/// @param most  the last one; 0: unlimited
std::string counts_text(int64_t least, int64_t step, int64_t most) {
  constexpr int64_t shown = 3;
  const int64_t last = least + (shown - 1) * step;
  std::string text = std::to_string(least);
  for (int64_t count = least + step; count <= last && (most == 0 || count <= most); count += step)
    text += ", " + std::to_string(count);
  if (most == 0) return text + " …";
  if (most > last) text += (most > last + step ? " … " : ", ") + std::to_string(most);
  return text;
}

}  // namespace

std::string accepted_frames(const BucketRules& rules) {
  return counts_text(rules.least_frames(), rules.vae_frame_step, 0);
}

std::string trained_frames(const BucketRules& rules) {
  return counts_text(rules.frame_step + 1, rules.frame_step, rules.max_frames());
}

}  // namespace fw::catalog
