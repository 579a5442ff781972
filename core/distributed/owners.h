// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fw::distributed {

/// Assigns each weight to the rank that holds its gradient sums and its unique state. Whole weights, so that
/// operations on a whole weight need no change; balanced by size.
class Owners {
 public:
  /// Gives the same result on every rank.
  /// @param sizes  of the weights
  /// @param fixed  predetermined owners; empty: none
  static Owners balance(std::span<const int64_t> sizes, int64_t ranks,
                        std::span<const std::optional<int64_t>> fixed = {});
  int64_t of(size_t weight) const { return owners_[weight]; }

 private:
  std::vector<int64_t> owners_;
};

}  // namespace fw::distributed
