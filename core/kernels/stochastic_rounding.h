// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#ifndef FW_HOST_DEVICE
#ifdef __CUDACC__
#define FW_HOST_DEVICE __host__ __device__
#else
#define FW_HOST_DEVICE
#endif
#endif

/// Rounds float32 to bf16 up or down at random with probabilities that preserve the mean. Updates smaller
/// than half a unit in the last place of the weight, which rounding to nearest always drops, then take effect
/// on average (Zamirai et al. 2021, "Revisiting BFloat16 Training"). C++17 for nvcc.
namespace fw::kernels {

/// 32 random bits that depend only on the two numbers: a resumed run draws the same ones. For each key a
/// bijection of `element`: two rounds of multiplication and shifts.
FW_HOST_DEVICE inline uint32_t random_bits(uint32_t key, uint32_t element) {
  uint32_t bits = element ^ key;
  bits = (bits ^ bits >> 16) * 0x7feb352du;
  bits = (bits ^ bits >> 15) * 0x846ca68bu;
  return bits ^ bits >> 16;
}

/// @param bits    of the float32; infinity and NaN are preserved
/// @param random  only the upper half is used
/// @return  bits of the bf16
FW_HOST_DEVICE inline uint16_t round_stochastically(uint32_t bits, uint32_t random) {
  const uint32_t special = (bits & 0x7f800000u) == 0x7f800000u;
  const uint32_t sum = bits + (special ? 0 : random >> 16);
  const uint32_t quiet_nan = special && (bits & 0x007fffffu) != 0 ? 0x00400000u : 0;
  return static_cast<uint16_t>((sum | quiet_nan) >> 16);
}

}  // namespace fw::kernels
