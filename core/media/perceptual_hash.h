// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "media/quality.h"

namespace fw::media {

/// What a clip looks like in 5 times 64 bits: survives another size, codec, bit rate, brightness and small
/// crops, so that near-duplicates can be found. One hash each for the middles of the clip's fifths.
struct PerceptualHash {
  static constexpr int moments = 5;
  std::array<uint64_t, moments> bits{};

  /// 80 hexadecimal digits.
  std::string to_text() const;
  static std::optional<PerceptualHash> from_text(std::string_view text);
  bool operator==(const PerceptualHash&) const = default;
};

/// Mean number of the 64 bits that differ: 0 the same picture, up to about 8 a near-duplicate, about 32
/// unrelated.
double distance(const PerceptualHash& a, const PerceptualHash& b);

/// Side of the luma picture that hash_picture takes.
inline constexpr int hash_side = 32;

/// Signs of the lowest 8x8 frequencies (DCT-II) of a 32x32 luma picture against their median; 0 for a picture
/// without any detail. Thread: any. Cost: microseconds.
uint64_t hash_picture(const LumaImage& luma);

}  // namespace fw::media
