// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

/// Windows code page 1252. Its five undefined bytes map to the control characters of the same number.
namespace fw::text {

inline constexpr std::array<char32_t, 32> windows_1252_specials{
    0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021, 0x2c6,  0x2030, 0x160,
    0x2039, 0x152,  0x8d,   0x17d,  0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178};

inline char32_t from_windows_1252(unsigned char byte) {
  return byte >= 0x80 && byte < 0xa0 ? windows_1252_specials[byte - 0x80] : byte;
}

/// The byte of a character; nullopt if there is none. C1 control characters map to their own number.
inline std::optional<unsigned char> to_windows_1252(char32_t c) {
  if (c < 0x100) return static_cast<unsigned char>(c);
  for (size_t i = 0; i < windows_1252_specials.size(); ++i)
    if (windows_1252_specials[i] == c) return static_cast<unsigned char>(0x80 + i);
  return std::nullopt;
}

}  // namespace fw::text
