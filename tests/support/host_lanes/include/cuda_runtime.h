// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "support/host_lanes/lanes.h"

/// The parts of CUDA that the project's .cu files use, on the host (support/host_lanes/lanes.h).

#define __global__
#define __device__
#define __constant__
#define __launch_bounds__(...)
#define __shared__ static __attribute__((section("host_lanes_shared")))
#define threadIdx (::fw::host_lanes::place.thread)
#define blockIdx (::fw::host_lanes::place.block)
#define blockDim (::fw::host_lanes::place.threads)
#define gridDim (::fw::host_lanes::place.blocks)

using dim3 = fw::host_lanes::Size;
enum cudaError_t : int { cudaSuccess = 0, cudaErrorInvalidConfiguration = 9, cudaErrorLaunchFailure = 719 };

struct alignas(8) uint2 {
  unsigned x, y;
};
struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
struct alignas(16) float4 {
  float x, y, z, w;
};
inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) {
  return {x, y, z, w};
}
inline float4 make_float4(float x, float y, float z, float w) {
  return {x, y, z, w};
}
inline float __uint_as_float(uint32_t bits) {
  return __builtin_bit_cast(float, bits);
}
inline uint32_t __float_as_uint(float value) {
  return __builtin_bit_cast(uint32_t, value);
}

template <class Word>
void __stwb(Word* to, Word word) {
  *to = word;
}

inline void __syncthreads() {
  fw::host_lanes::meet_block();
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int distance) {
  fw::host_lanes::Shown own{static_cast<unsigned>(distance), {}};
  std::memcpy(own.bytes.data(), &value, sizeof value);
  const unsigned other = fw::host_lanes::lane() ^ static_cast<unsigned>(distance);
  if ((mask >> other & 1) == 0) fw::host_lanes::fail("a lane reads from one outside the mask");
  std::memcpy(&value, fw::host_lanes::meet(mask, own)[other].bytes.data(), sizeof value);
  return value;
}
