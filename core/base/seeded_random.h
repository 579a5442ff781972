// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

/// Random numbers that are the same with every compiler and standard library. Thread: any.
/// Source: SplitMix64 (Steele, Lea, Flood 2014).
namespace fw {

inline uint64_t next_random(uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// From 0 to 1, without 1.
inline double next_share(uint64_t& state) {
  return static_cast<double>(next_random(state) >> 11) * 0x1p-53;
}

/// Mixes two numbers into a seed.
inline uint64_t mix_seed(uint64_t a, uint64_t b) {
  uint64_t state = a;
  state = next_random(state) ^ b;
  return next_random(state);
}

/// Fisher-Yates; the standard library's shuffle may differ between versions.
template <typename T>
void shuffle(std::span<T> items, uint64_t& state) {
  for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[next_random(state) % i]);
}

}  // namespace fw
