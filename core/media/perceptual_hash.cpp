// SPDX-License-Identifier: Apache-2.0
#include "media/perceptual_hash.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "base/log.h"

namespace fw::media {

namespace {

constexpr int kept = 8;  // frequencies along each axis

// [frequency][position]
std::array<std::array<double, hash_side>, kept> make_cosines() {
  std::array<std::array<double, hash_side>, kept> table{};
  for (size_t f = 0; f < kept; ++f)
    for (size_t x = 0; x < hash_side; ++x)
      table[f][x] =
          std::cos(std::numbers::pi / hash_side * (static_cast<double>(x) + 0.5) * static_cast<double>(f));
  return table;
}

}  // namespace

uint64_t hash_picture(const LumaImage& luma) {
  if (luma.size != Size{hash_side, hash_side}) throw std::invalid_argument("hash_picture: not 32x32");
  static const auto cosines = make_cosines();
  std::array<std::array<double, hash_side>, kept> rows{};  // [horizontal frequency][y]
  for (size_t u = 0; u < kept; ++u)
    for (size_t y = 0; y < hash_side; ++y)
      for (size_t x = 0; x < hash_side; ++x) rows[u][y] += cosines[u][x] * luma.pixels[y * hash_side + x];
  std::array<double, kept * kept> waves{};
  for (size_t v = 0; v < kept; ++v)
    for (size_t u = 0; u < kept; ++u)
      for (size_t y = 0; y < hash_side; ++y) waves[v * kept + u] += cosines[v][y] * rows[u][y];
  waves[0] = 0;  // the mean: brightness must not count

  // Below a mean amplitude of one luma step there is only noise.
  double energy = 0;
  for (const double wave : waves) energy += wave * wave;
  constexpr double pixels = hash_side * hash_side;
  if (std::sqrt(energy) < pixels / 2) return 0;

  std::array<double, kept* kept> sorted = waves;
  std::nth_element(sorted.begin(), sorted.begin() + kept * kept / 2, sorted.end());
  const double median = sorted[kept * kept / 2];
  uint64_t bits = 0;
  for (const double wave : waves) bits = bits << 1 | (wave > median ? 1 : 0);
  return bits;
}

std::string PerceptualHash::to_text() const {
  std::string text;
  for (const uint64_t word : bits) text += fmt::format("{:016x}", word);
  return text;
}

std::optional<PerceptualHash> PerceptualHash::from_text(std::string_view text) {
  constexpr size_t digits = 16;
  PerceptualHash hash;
  if (text.size() != digits * moments) return std::nullopt;
  for (size_t i = 0; i < moments; ++i) {
    const char* begin = text.data() + i * digits;
    const auto [end, error] = std::from_chars(begin, begin + digits, hash.bits[i], 16);
    if (error != std::errc() || end != begin + digits) return std::nullopt;
  }
  return hash;
}

double distance(const PerceptualHash& a, const PerceptualHash& b) {
  int differing = 0;
  for (size_t i = 0; i < PerceptualHash::moments; ++i) differing += std::popcount(a.bits[i] ^ b.bits[i]);
  return static_cast<double>(differing) / PerceptualHash::moments;
}

}  // namespace fw::media
