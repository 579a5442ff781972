// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace fw {

/// 1536 -> "1.5 KiB". Powers of 1024, with one decimal from KiB.
std::string format_bytes(uint64_t bytes);
/// Like printf's %.1f and %.3g for 1 decimal and 3 digits, but with a point in every locale: QApplication
/// adopts the user's, which may use a comma.
std::string format_fixed(double value, int decimals);
std::string format_significant(double value, int figures);
/// 3725.4 -> "1:02:05"; below an hour "2:05".
std::string format_duration(double seconds);

}  // namespace fw
