// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fw::catalog {

/// Pixels or frames that one edge of a bucket, or of a picture that is put into one, may have: products of
/// three stay within 64 bits.
inline constexpr int64_t most_edge = 1 << 20;

/// One sample shape that a run trains on, written FxHxW as the field writes it: "49x480x720".
struct Bucket {
  int64_t frames = 1;
  int64_t height = 0;
  int64_t width = 0;
  auto operator<=>(const Bucket&) const = default;
  int64_t pixels() const { return frames * height * width; }
};

/// "49x480x720". Thread: any.
std::string to_string(const Bucket& bucket);
/// Reads "49x480x720"; nothing when the text is not three positive numbers. Thread: any.
std::optional<Bucket> parse_bucket(std::string_view text);

/// A rectangle in pixels of the picture as shown: rotation and sample aspect already applied.
struct Crop {
  int64_t x = 0;
  int64_t y = 0;
  int64_t width = 0;
  int64_t height = 0;
  auto operator<=>(const Crop&) const = default;
};

/// Whether the crop holds a pixel and lies in a picture of that size, whatever its numbers are. Thread: any.
bool is_inside(const Crop& crop, int64_t width, int64_t height);
/// "720x480+8+16": size and place. Thread: any.
std::string to_string(const Crop& crop);

}  // namespace fw::catalog
