// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fw::distributed {

/// Which rank owns which weight: its sums, and what is kept of it once. Whole weights, so that what works on
/// a weight as a whole does so unchanged; about as much for each rank.
class Owners {
 public:
  /// The same on every rank.
  /// @param sizes  of the weights
  /// @param fixed  owners that are known already; empty: of none
  static Owners balance(std::span<const int64_t> sizes, int64_t ranks,
                        std::span<const std::optional<int64_t>> fixed = {});
  int64_t of(size_t weight) const { return owners_[weight]; }

 private:
  std::vector<int64_t> owners_;
};

}  // namespace fw::distributed
