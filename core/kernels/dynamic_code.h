// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#ifdef __CUDACC__
#define FW_HOST_DEVICE __host__ __device__
#else
#define FW_HOST_DEVICE
#endif

/// Numbers from -1 to 1, or from 0 to 1, in one byte each: the dynamic code of Dettmers et al. 2022 ("8-bit
/// Optimizers via Block-wise Quantization", section 1.3 and appendix), with seven decades. Decade i, from
/// 10^(i-7) to 10^(i-6), is divided into 2^i equal cells (2^(i+1) for the unsigned code); a code represents
/// its cell's center; 0 and 1 have their own codes. Codes are ordered like their values.
///
/// The number u of a magnitude (unsigned: the code + 1) counts through the decades: its highest bit is the
/// decade and the lower bits are the cell: u = floor(cells (8/9 + x / (9 low))), where the sum is between 1
/// and 2. Codes are therefore computed in both directions without a search. The vectorised, the portable and
/// the CUDA version perform the same float32 operations in the same order. C++17 for nvcc.
namespace fw::kernels {

/// Tables for encoding and decoding. A magnitude's row is the number of thresholds that it reaches, which is
/// its decade + 1; row 0 is for values that become 0, and row 8, stored in entry 0, for values that become 1.
struct DynamicCode {
  bool has_sign = false;
  float threshold[8]{};    ///< of the next row, half-way between the adjacent codes
  float inverse_low[8]{};  ///< 1 / (9 low) of a row
  /// u decodes to offset + slope u, at exponent_slot(u).
  float offset[8]{};
  float slope[8]{};
};

constexpr DynamicCode make_dynamic_code(bool has_sign) {
  DynamicCode code;
  code.has_sign = has_sign;
  double low = 1e-7;
  for (int i = 0; i < 7; ++i, low *= 10) {
    const int cells = has_sign ? 1 << i : 2 << i;
    const double width = 9 * low / cells;
    code.inverse_low[i + 1] = static_cast<float>(1 / (9 * low));
    code.threshold[i + 1] = static_cast<float>(10 * low * (1 + (i < 6 ? 0.9 : -0.225) / cells));
    const int exponent = has_sign ? i : i + 1;
    code.offset[(exponent + 127) & 7] = static_cast<float>(low + (0.5 - cells) * width);
    code.slope[(exponent + 127) & 7] = static_cast<float>(width);
  }
  // The unsigned code stores mean squares, whose root is a divisor: values other than zero must not become
  // zero, so all of them get at least the smallest code. (The smallest positive normal number.)
  code.threshold[0] = has_sign ? 2.75e-7f : 1.17549435e-38f;
  // Row 8: the sum is 1 or slightly more, so that u = 2^7 (2^8). In row 0 it is far below 1.
  code.inverse_low[0] = static_cast<float>((1 + 1e-6) / (9.0 * code.threshold[7]));
  // The remaining exponent: 128 represents 1; in the unsigned code u = 1 represents 0 and u = 256 represents
  // 1.
  const int rest = has_sign ? (7 + 127) & 7 : 127 & 7;
  code.slope[rest] = has_sign ? 0.0f : static_cast<float>(1.0 / 255);
  code.offset[rest] = has_sign ? 1.0f : -code.slope[rest];
  return code;
}

inline constexpr DynamicCode signed_code = make_dynamic_code(true);
inline constexpr DynamicCode unsigned_code = make_dynamic_code(false);

/// a b + c with one rounding.
FW_HOST_DEVICE inline float fused(float a, float b, float c) {
#ifdef __CUDA_ARCH__
  return __fmaf_rn(a, b, c);
#else
  return __builtin_fmaf(a, b, c);
#endif
}

FW_HOST_DEVICE inline uint32_t bits_of(float x) {
#ifdef __CUDA_ARCH__
  return __float_as_uint(x);
#else
  return __builtin_bit_cast(uint32_t, x);
#endif
}

/// A block whose largest magnitude is smaller becomes zeros, so that products with it are normal numbers.
inline constexpr float least_scale = 1e-30f;
inline constexpr float largest_scale = 3.402823466e38f;

inline constexpr float sum_offset = 8.0f / 9;
inline constexpr float largest_sum = 1.99999988f;  ///< the largest float below 2
inline constexpr uint32_t half_bits = 0x3f000000;  ///< of 0.5: makes a sum a fixed-point number

/// u of the code nearest to a magnitude from 0 to 1, up to rounding. NaN is treated as 0.
FW_HOST_DEVICE inline int32_t encode_magnitude(const DynamicCode& code, float x) {
  int32_t row = 0;
  for (int i = 0; i < 8; ++i) row += x >= code.threshold[i] ? 1 : 0;
  float sum = fused(x, code.inverse_low[row & 7], sum_offset);
  sum = sum < largest_sum ? sum : largest_sum;
  if (!code.has_sign) sum = sum > 1 ? sum : 1;  // also for values below the first decade
  const uint32_t fraction = bits_of(sum) - half_bits;
  return static_cast<int32_t>(fraction << row >> (code.has_sign ? 24 : 23));
}

FW_HOST_DEVICE inline uint8_t encode(const DynamicCode& code, float x) {
  if (!code.has_sign) return static_cast<uint8_t>(encode_magnitude(code, x) - 1);
  if (x >= 0) return static_cast<uint8_t>(127 + encode_magnitude(code, x));
  const int32_t u = encode_magnitude(code, -x);
  return static_cast<uint8_t>(127 - (u < 127 ? u : 127));  // there is no code for -1
}

/// The float32 exponent of an integer from 1 to 256, modulo 8.
FW_HOST_DEVICE constexpr int32_t exponent_slot(int32_t number) {
#ifdef __CUDA_ARCH__
  const int32_t exponent = 31 - __clz(number);
#else
  int32_t exponent = 0;
  while (number >> (exponent + 1) != 0) ++exponent;
#endif
  return (exponent + 127) & 7;
}

/// scale times the value of a code.
FW_HOST_DEVICE inline float decode(const DynamicCode& code, uint8_t byte, float scale) {
  const bool negative = code.has_sign && byte < 127;
  const int32_t u = !code.has_sign ? byte + 1 : negative ? 127 - byte : byte - 127;
  if (u == 0) return 0;
  const int32_t slot = exponent_slot(u);
  const float value = fused(code.slope[slot] * scale, static_cast<float>(u), code.offset[slot] * scale);
  return negative ? -value : value;
}

}  // namespace fw::kernels
