// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "media/quality.h"

namespace fw::media {

/// A clip's appearance in 5 times 64 bits. Robust to changes of size, codec, bit rate and brightness and to
/// small crops, for finding near-duplicates. One hash for the middle of each fifth of the clip.
struct PerceptualHash {
  static constexpr int moments = 5;
  std::array<uint64_t, moments> bits{};

  /// 80 hexadecimal digits.
  std::string to_text() const;
  static std::optional<PerceptualHash> from_text(std::string_view text);
  bool operator==(const PerceptualHash&) const = default;
};

/// Mean number of differing bits out of 64: 0 for the same picture, up to about 8 for near-duplicates, about
/// 32 for unrelated clips.
double distance(const PerceptualHash& a, const PerceptualHash& b);

/// Side of the luma picture that hash_picture expects.
inline constexpr int hash_side = 32;

/// Signs of the lowest 8x8 frequencies (DCT-II) of a 32x32 luma picture relative to their median; 0 for a
/// picture without detail. Thread: any. Cost: microseconds.
uint64_t hash_picture(const LumaImage& luma);

}  // namespace fw::media
