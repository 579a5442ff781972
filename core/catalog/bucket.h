// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fw::catalog {

/// Largest edge, in pixels or frames, of a bucket or of a picture for it: products of three edges fit into 64
/// bits.
inline constexpr int64_t most_edge = 1 << 20;

/// A sample shape that a run trains on, written FxHxW as usual in the field: "49x480x720".
struct Bucket {
  int64_t frames = 1;
  int64_t height = 0;
  int64_t width = 0;
  auto operator<=>(const Bucket&) const = default;
  int64_t pixels() const { return frames * height * width; }
};

/// "49x480x720". Thread: any.
std::string to_string(const Bucket& bucket);
/// Parses "49x480x720"; nullopt if the text is not three positive numbers. Thread: any.
std::optional<Bucket> parse_bucket(std::string_view text);

/// A rectangle in pixels of the displayed picture: rotation and sample aspect already applied.
struct Crop {
  int64_t x = 0;
  int64_t y = 0;
  int64_t width = 0;
  int64_t height = 0;
  auto operator<=>(const Crop&) const = default;
};

/// True if the crop is not empty and lies within a picture of that size; safe for any numbers. Thread: any.
bool is_inside(const Crop& crop, int64_t width, int64_t height);
/// "720x480+8+16": size and position. Thread: any.
std::string to_string(const Crop& crop);

}  // namespace fw::catalog
