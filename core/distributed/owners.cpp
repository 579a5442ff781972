// SPDX-License-Identifier: Apache-2.0
#include "distributed/owners.h"

#include <algorithm>
#include <numeric>

namespace fw::distributed {

Owners Owners::balance(std::span<const int64_t> sizes, int64_t ranks,
                       std::span<const std::optional<int64_t>> fixed) {
  std::vector<size_t> largest_first(sizes.size());
  std::iota(largest_first.begin(), largest_first.end(), size_t{0});
  std::ranges::stable_sort(largest_first, std::ranges::greater(), [&](size_t i) { return sizes[i]; });
  std::vector<int64_t> load(static_cast<size_t>(ranks));
  Owners owners;
  owners.owners_.resize(sizes.size());
  for (size_t i = 0; i < fixed.size(); ++i)
    if (fixed[i]) load[static_cast<size_t>(*fixed[i])] += sizes[i];
  for (const size_t weight : largest_first) {
    if (!fixed.empty() && fixed[weight]) {
      owners.owners_[weight] = *fixed[weight];
      continue;
    }
    const auto least = std::ranges::min_element(load);
    *least += sizes[weight];
    owners.owners_[weight] = least - load.begin();
  }
  return owners;
}

}  // namespace fw::distributed
