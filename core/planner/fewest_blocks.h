// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace fw::planner {

/// The fewest blocks between `least` and `all` that must be streamed for a peak of `limit_bytes`. Nothing:
/// even all are too few. Memory falls almost in a straight line with their number, so each guess lies on it.
/// @param peak_bytes  of so many streamed blocks; asked for `least` and `all`, then some three times
std::optional<int64_t> fewest_blocks(int64_t least, int64_t all, int64_t limit_bytes,
                                     const std::function<int64_t(int64_t blocks)>& peak_bytes);

}  // namespace fw::planner
