// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace fw {

/// 1536 -> "1.5 KiB". Powers of 1024, one decimal from KiB on.
std::string format_bytes(uint64_t bytes);
/// As printf's %.1f and %.3g do it for 1 decimal and 3 figures, but with a point in every locale:
/// QApplication takes over the user's, where it may be a comma.
std::string format_fixed(double value, int decimals);
std::string format_significant(double value, int figures);
/// 3725.4 -> "1:02:05"; under an hour "2:05".
std::string format_duration(double seconds);

}  // namespace fw
