// SPDX-License-Identifier: Apache-2.0
#include "catalog/bucket.h"

#include <charconv>

namespace fw::catalog {

std::string to_string(const Bucket& bucket) {
  return std::to_string(bucket.frames) + "x" + std::to_string(bucket.height) + "x" +
         std::to_string(bucket.width);
}

std::optional<Bucket> parse_bucket(std::string_view text) {
  Bucket bucket;
  const char* at = text.data();
  const char* const end = at + text.size();
  for (int64_t* number : {&bucket.frames, &bucket.height, &bucket.width}) {
    if (number != &bucket.frames && (at == end || *at++ != 'x')) return std::nullopt;
    int32_t value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc() || value <= 0 || value > most_edge) return std::nullopt;
    *number = value;
    at = next;
  }
  return at == end ? std::optional(bucket) : std::nullopt;
}

bool is_inside(const Crop& crop, int64_t width, int64_t height) {
  const auto fits = [](int64_t begin, int64_t length, int64_t all) {
    return begin >= 0 && length > 0 && length <= all && begin <= all - length;
  };
  return fits(crop.x, crop.width, width) && fits(crop.y, crop.height, height);
}

std::string to_string(const Crop& crop) {
  return std::to_string(crop.width) + "x" + std::to_string(crop.height) + "+" + std::to_string(crop.x) + "+" +
         std::to_string(crop.y);
}

}  // namespace fw::catalog
