// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#ifdef __CUDACC__
#include <cuda_fp16.h>
#endif

#ifndef FW_HOST_DEVICE
#ifdef __CUDACC__
#define FW_HOST_DEVICE __host__ __device__
#else
#define FW_HOST_DEVICE
#endif
#endif

/// Always inlined: files compiled for different instruction sets include these functions.
#define FW_ELEMENT FW_HOST_DEVICE inline __attribute__((always_inline))

#ifdef __CUDACC__
#define FW_DEVICE __device__ inline
#define FW_UNROLL _Pragma("unroll")  // arrays stay in registers only if every index is known
#else
#define FW_DEVICE inline
#define FW_UNROLL
#endif

/// Element types of tensors. C++17 for nvcc.
namespace fw::kernels {

enum class Element : uint8_t { float32, bfloat16, float16, float64 };

struct Bf16 {
  uint16_t bits;
};
#ifdef __CUDACC__
using Half = __half;
#else
using Half = _Float16;
#endif

/// The type for computing with T: float32, or float64 for float64.
template <class T>
struct Wide {
  using Type = float;
};
template <>
struct Wide<double> {
  using Type = double;
};

FW_ELEMENT float root(float x) {
  return sqrtf(x);
}
FW_ELEMENT double root(double x) {
  return sqrt(x);
}

FW_ELEMENT float load(const float* at) {
  return *at;
}
FW_ELEMENT double load(const double* at) {
  return *at;
}
FW_ELEMENT float load(const Bf16* at) {
  const uint32_t bits = static_cast<uint32_t>(at->bits) << 16;
  float value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

FW_ELEMENT float load(const Half* at) {
#ifdef __CUDACC__
  return __half2float(*at);
#else
  return static_cast<float>(*at);
#endif
}

FW_ELEMENT void store(Half* at, float value) {
#ifdef __CUDACC__
  *at = __float2half_rn(value);
#else
  *at = static_cast<Half>(value);
#endif
}
FW_ELEMENT void store(float* at, float value) {
  *at = value;
}
FW_ELEMENT void store(double* at, double value) {
  *at = value;
}
/// Rounds to nearest, ties to even.
FW_ELEMENT void store(Bf16* at, float value) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  const uint32_t rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
  at->bits = static_cast<uint16_t>(value != value ? 0x7fc0u : rounded);
}

}  // namespace fw::kernels
