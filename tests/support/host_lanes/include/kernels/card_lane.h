// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

#include "kernels/elements.h"

/// Replaces core/kernels/card_lane.h, with the fragment layouts from the PTX manual for mma.m16n8k32 (int8),
/// mma.m16n8k16 (float16) and ldmatrix.
namespace fw::kernels {

#define FW_HAS_MMA

class CardLane {
 public:
  int thread() const { return static_cast<int>(threadIdx.x); }
  int lane() const { return thread() % 32; }
  int warp() const { return thread() / 32; }

  float exchange(float value, int step) { return __shfl_xor_sync(host_lanes::every_lane, value, step); }
  float power_of_two(float x) const { return std::exp2(x); }
  uint32_t halves(float low, float high) const { return bits(low) | static_cast<uint32_t>(bits(high)) << 16; }
  float low(uint32_t both) const { return half_at(both, 0); }
  float high(uint32_t both) const { return half_at(both, 1); }

  void copy(void* to, const void* from, bool there) {
    copies_.push_back({to, from, there});
    if (host_lanes::copies == host_lanes::Copies::at_once) make_copies();
  }
  void commit() {}
  void wait() {
    make_copies();
    __syncthreads();
  }

  void load(uint32_t (&to)[4], const void* row) {
    const auto* const all = show(load_rows, row);
    for (int matrix = 0; matrix < 4; ++matrix)
      std::memcpy(&to[matrix], row_of(all[matrix * 8 + lane() / 4]) + lane() % 4 * 4, 4);
  }
  void load_transposed(uint32_t (&to)[4], const void* row) {
    const auto* const all = show(load_columns, row);
    for (int matrix = 0; matrix < 4; ++matrix) {
      uint16_t pair[2];
      for (int i = 0; i < 2; ++i)
        std::memcpy(&pair[i], row_of(all[matrix * 8 + lane() % 4 * 2 + i]) + lane() / 4 * 2, 2);
      to[matrix] = pair[0] | static_cast<uint32_t>(pair[1]) << 16;
    }
  }

  void multiply(int32_t (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    const auto* const all = show(multiply_bytes, Factors{{a[0], a[1], a[2], a[3]}, {b0, b1}});
    const auto byte = [](uint32_t four, int at) { return static_cast<int8_t>(four >> (8 * at)); };
    for (int e = 0; e < 4; ++e) {
      const int row = lane() / 4 + e / 2 * 8, column = lane() % 4 * 2 + e % 2;
      for (int k = 0; k < 32; ++k) {
        const uint32_t left = factors_of(all[row % 8 * 4 + k % 16 / 4]).a[k / 16 * 2 + row / 8];
        const uint32_t right = factors_of(all[column * 4 + k % 16 / 4]).b[k / 16];
        c[e] += byte(left, k % 4) * byte(right, k % 4);
      }
    }
  }
  void multiply_halves(uint32_t (&c)[2], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    const auto* const all = show(multiply_of_halves, Factors{{a[0], a[1], a[2], a[3]}, {b0, b1}});
    for (int half = 0; half < 2; ++half) {
      float sums[2];
      for (int e = 0; e < 2; ++e) {
        const int row = lane() / 4 + half * 8, column = lane() % 4 * 2 + e;
        sums[e] = half_at(c[half], e);
        for (int k = 0; k < 16; ++k)
          sums[e] += half_at(factors_of(all[row % 8 * 4 + k % 8 / 2]).a[k / 8 * 2 + row / 8], k % 2) *
                     half_at(factors_of(all[column * 4 + k % 8 / 2]).b[k / 8], k % 2);
      }
      c[half] = halves(sums[0], sums[1]);
    }
  }

 private:
  struct Copy {
    void* to;
    const void* from;
    bool there;
  };
  struct Factors {
    uint32_t a[4], b[2];
  };
  enum Operation : unsigned { load_rows = 100, load_columns, multiply_bytes, multiply_of_halves };

  template <class Value>
  const host_lanes::Shown* show(Operation operation, const Value& value) const {
    host_lanes::Shown own{operation, {}};
    static_assert(sizeof value <= sizeof own.bytes);
    std::memcpy(own.bytes.data(), &value, sizeof value);
    return host_lanes::meet(host_lanes::every_lane, own);
  }
  static const char* row_of(const host_lanes::Shown& shown) {
    const char* row;
    std::memcpy(&row, shown.bytes.data(), sizeof row);
    return row;
  }
  static Factors factors_of(const host_lanes::Shown& shown) {
    Factors factors;
    std::memcpy(&factors, shown.bytes.data(), sizeof factors);
    return factors;
  }
  void make_copies() {
    for (const Copy& copy : copies_) {
      if (copy.there)
        std::memcpy(copy.to, copy.from, 16);
      else
        std::memset(copy.to, 0, 16);
    }
    copies_.clear();
  }
  static uint16_t bits(float value) { return __builtin_bit_cast(uint16_t, static_cast<Half>(value)); }
  static float half_at(uint32_t both, int at) {
    return static_cast<float>(__builtin_bit_cast(Half, static_cast<uint16_t>(both >> (16 * at))));
  }

  std::vector<Copy> copies_;
};

}  // namespace fw::kernels
