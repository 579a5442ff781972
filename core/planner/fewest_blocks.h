// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace fw::planner {

/// Smallest number of streamed blocks from `least` to `all` with a peak of at most `limit_bytes`; nullopt if
/// `all` is not enough. The search interpolates, since the peak is almost linear in the number of blocks.
/// @param peak_bytes  peak for a number of streamed blocks; called for `least` and `all`, then about three
///                    more times
std::optional<int64_t> fewest_blocks(int64_t least, int64_t all, int64_t limit_bytes,
                                     const std::function<int64_t(int64_t blocks)>& peak_bytes);

}  // namespace fw::planner
