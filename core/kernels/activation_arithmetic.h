// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/activations.h"

/// Per-element arithmetic shared by the CPU and CUDA kernels of activations.h. C++17 for nvcc.
namespace fw::kernels {

/// An activation as a type.
template <Activation of>
struct Kind {
  static constexpr Activation activation = of;
};

/// a b + c with a single rounding if the processor supports it, to match CUDA.
FW_ELEMENT float multiply_add(float a, float b, float c) {
#if defined(__FMA__) || defined(__CUDA_ARCH__)
  return __builtin_fmaf(a, b, c);
#else
  return a * b + c;
#endif
}
FW_ELEMENT double multiply_add(double a, double b, double c) {
  return a * b + c;
}

/// e^x to 2 ulp, between e^-87 and e^87, written so that compilers vectorise it; NaN is treated as 87.
/// Source: Cephes' expf, in which r is within +- log(2) / 2.
FW_ELEMENT float exponential(float x) {
  uint32_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  constexpr int32_t most = 0x42ae0000;  // 87; positive floats are ordered like their bits
  int32_t size = static_cast<int32_t>(bits & 0x7fffffffu);
  size = size < most ? size : most;
  bits = (bits & 0x80000000u) | static_cast<uint32_t>(size);
  float within;
  __builtin_memcpy(&within, &bits, sizeof within);
  constexpr float whole = 12582912.0f;  // 1.5 * 2^23: adding it rounds to an integer
  const float shifted = multiply_add(within, 1.44269504088896341f, whole);
  const float n = shifted - whole;
  const float r = multiply_add(n, 2.12194440e-4f, multiply_add(n, -0.693359375f, within));
  float sum = 1.9875691500e-4f;
  sum = multiply_add(sum, r, 1.3981999507e-3f);
  sum = multiply_add(sum, r, 8.3334519073e-3f);
  sum = multiply_add(sum, r, 4.1665795894e-2f);
  sum = multiply_add(sum, r, 1.6666665459e-1f);
  sum = multiply_add(sum, r, 5.0000001201e-1f);
  const float power = multiply_add(sum, r * r, r) + 1.0f;
  __builtin_memcpy(&bits, &shifted, sizeof bits);
  bits = (bits - 0x4b400000u + 127u) << 23;  // bits of 2^n
  float scale;
  __builtin_memcpy(&scale, &bits, sizeof scale);
  return power * scale;
}
FW_ELEMENT double exponential(double x) {
  return exp(x);
}

/// s = 1 / (1 + e^-z) and 1 - s.
template <class W>
struct Sigmoid {
  W value, rest;
};
template <class W>
FW_ELEMENT Sigmoid<W> sigmoid(W z) {
  const W e = exponential(-z);
  const W value = W(1) / (W(1) + e);
  return {value, e * value};
}

/// p(x) and its derivative.
template <class W>
struct Inner {
  W value, slope;
};
template <Activation activation, class W>
FW_ELEMENT Inner<W> inner(W x) {
  if (activation == Activation::silu) return {x, W(1)};
  if (activation == Activation::quick_gelu) return {x * W(1.702), W(1.702)};
  constexpr W linear = W(1.5957691216057307), cubic = W(0.044715 * 1.5957691216057307);
  const W square = x * x * cubic;
  return {x * (linear + square), multiply_add(W(3), square, linear)};
}

template <Activation activation, class W>
FW_ELEMENT W activated(W x) {
  return x / (W(1) + exponential(-inner<activation>(x).value));
}

/// a(x) and its derivative.
template <Activation activation, class W>
FW_ELEMENT Inner<W> activated_with_slope(W x) {
  const Inner<W> p = inner<activation>(x);
  const Sigmoid<W> s = sigmoid(p.value);
  return {x * s.value, s.value * multiply_add(x * s.rest, p.slope, W(1))};
}

}  // namespace fw::kernels
