// SPDX-License-Identifier: Apache-2.0
#include "base/units.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace fw {

namespace {

std::string format_number(double value, std::chars_format format, int precision) {
  std::array<char, 512> text{};  // the longest double has 309 digits before its point
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, format, precision).ptr;
  return {text.data(), end};
}

}  // namespace

std::string format_fixed(double value, int decimals) {
  return format_number(value, std::chars_format::fixed, decimals);
}

std::string format_significant(double value, int figures) {
  return format_number(value, std::chars_format::general, figures);
}

std::string format_bytes(uint64_t bytes) {
  static constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  double value = static_cast<double>(bytes);
  size_t unit = 0;
  while (value >= 1024 && unit + 1 < units.size()) {
    value /= 1024;
    ++unit;
  }
  return format_fixed(value, unit == 0 ? 0 : 1) + ' ' + units[unit];
}

std::string format_duration(double seconds) {
  const auto total = static_cast<int64_t>(std::llround(seconds < 0 ? 0 : seconds));
  std::array<char, 32> text{};
  if (total >= 3600) {
    std::snprintf(text.data(), text.size(), "%lld:%02lld:%02lld", static_cast<long long>(total / 3600),
                  static_cast<long long>(total / 60 % 60), static_cast<long long>(total % 60));
  } else {
    std::snprintf(text.data(), text.size(), "%lld:%02lld", static_cast<long long>(total / 60),
                  static_cast<long long>(total % 60));
  }
  return text.data();
}

}  // namespace fw
