// SPDX-License-Identifier: Apache-2.0
#include "config/bucket.h"

#include <charconv>

namespace fw::config {

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
    int32_t value = 0;  // a product of three fits int64_t only when they are small
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc() || value <= 0 || value > 1 << 20) return std::nullopt;
    *number = value;
    at = next;
  }
  return at == end ? std::optional(bucket) : std::nullopt;
}

}  // namespace fw::config
