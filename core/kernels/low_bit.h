// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/dynamic_code.h"

/// Matrices of frozen weights in 8 or 4 bits per value, in published formats:
/// - fp8: float8 e4m3 (Micikevicius et al. 2022) with a float32 scale per row, largest magnitude / 448, like
///   torchao;
/// - int8: integers up to +-127 with the largest magnitude of each row in float32, like bitsandbytes
///   (Dettmers et al. 2022, "LLM.int8()");
/// - nf4: 4-bit NormalFloat in blocks of 64 values. The blocks' largest magnitudes, minus their mean, are
///   themselves 8-bit codes in blocks of 256 with a float32 scale: double quantisation, like bitsandbytes
///   (Dettmers et al. 2023, "QLoRA"). 4.13 bits per value.
/// CPU and CUDA perform the same float32 operations, so that their results are equal bit for bit. C++17 for
/// nvcc.
namespace fw::kernels {

enum class LowBit : uint8_t { fp8, int8, nf4 };
/// The type of computed values.
enum class ValueType : uint8_t { float32, bfloat16, float16 };

inline constexpr int64_t nf4_block = 64;      ///< values that share a largest magnitude
inline constexpr int64_t nested_block = 256;  ///< magnitudes that share a scale

/// The 16 values of NormalFloat in ascending order, and the midpoints between them.
struct Nf4Code {
  float value[16] = {-1.0f,
                     -0.6961928009986877f,
                     -0.5250730514526367f,
                     -0.39491748809814453f,
                     -0.28444138169288635f,
                     -0.18477343022823334f,
                     -0.09105003625154495f,
                     0.0f,
                     0.07958029955625534f,
                     0.16093020141124725f,
                     0.24611230194568634f,
                     0.33791524171829224f,
                     0.44070982933044434f,
                     0.5626170039176941f,
                     0.7229568362236023f,
                     1.0f};
  float bound[15]{};

  constexpr Nf4Code() {
    for (int i = 0; i < 15; ++i) bound[i] = (value[i] + value[i + 1]) / 2;
  }
};
inline constexpr Nf4Code nf4_code;

/// The signed dynamic code (see dynamic_code.h) with exactly the values of bitsandbytes: both the bounds of
/// cells and their centers are rounded to float32.
struct NestedCode {
  float value[256]{};

  constexpr NestedCode() {
    constexpr float first = 0.1f;
    const float powers[7] = {1e-6f, 1e-5f, 1e-4f, 1e-3f, 1e-2f, 1e-1f, 1.0f};
    value[255] = 1;
    for (int decade = 0; decade < 7; ++decade) {
      const int cells = 1 << decade;
      const double step = (1.0f - first) / static_cast<float>(cells);
      const auto bound = [&](int i) {
        return static_cast<float>(i < (cells + 1) / 2 ? first + step * i : 1 - step * (cells - i));
      };
      for (int cell = 0; cell < cells; ++cell) {
        const float middle = powers[decade] * ((bound(cell) + bound(cell + 1)) / 2);
        value[127 + cells + cell] = middle;
        value[127 - cells - cell] = -middle;
      }
    }
  }
};
inline constexpr NestedCode nested_code;

inline constexpr float largest_e4m3 = 448;

FW_HOST_DEVICE inline float float_of(uint32_t bits) {
#ifdef __CUDA_ARCH__
  return __uint_as_float(bits);
#else
  return __builtin_bit_cast(float, bits);
#endif
}

/// Rounds to nearest, ties to even. @pre |x| <= largest_e4m3, or x is NaN
FW_HOST_DEVICE inline uint8_t encode_e4m3(float x) {
  const uint32_t sign = bits_of(x) >> 24 & 0x80;
  const uint32_t magnitude = bits_of(x) & 0x7fffffffu;
  // Below 2^-6, the smallest normal number, adding 2^14 leaves the code in the last bits.
  const uint32_t subnormal = bits_of(float_of(magnitude) + 16384.0f) - 0x46800000u;
  const uint32_t normal = (magnitude - (120u << 23) + 0x7ffffu + (magnitude >> 20 & 1)) >> 20;
  const uint32_t code = magnitude > 0x7f800000u ? 0x7f : magnitude < 0x3c800000u ? subnormal : normal;
  return static_cast<uint8_t>(sign | code);
}

FW_HOST_DEVICE inline float decode_e4m3(uint8_t code) {
  const uint32_t magnitude = code & 0x7fu, sign = static_cast<uint32_t>(code & 0x80u) << 24;
  const float normal = float_of((magnitude << 20) + (120u << 23));
  const float subnormal = static_cast<float>(static_cast<int32_t>(magnitude)) * 0x1p-9f;
  const float value = magnitude == 0x7f ? float_of(0x7fc00000u) : magnitude < 8 ? subnormal : normal;
  return float_of(bits_of(value) | sign);
}

/// Nearest integer, ties to even, for |x| < 2^22.
FW_HOST_DEVICE inline float round_to_even(float x) {
  return (x + 12582912.0f) - 12582912.0f;
}

/// A value of an int8 row, multiplied in the same order as in bitsandbytes.
FW_HOST_DEVICE inline float decode_int8(int8_t code, float largest) {
  return static_cast<float>(code) * largest * (1.0f / 127);
}

/// Converts float32 to bf16 and fp16, to nearest, ties to even.
FW_HOST_DEVICE inline uint16_t bfloat16_bits(float x) {
  const uint32_t bits = bits_of(x);
  const uint32_t rounded = (bits + 0x7fffu + (bits >> 16 & 1)) >> 16;
  return static_cast<uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? 0x7fc0u : rounded);
}

/// Source: M. Dukhan's FP16.
FW_HOST_DEVICE inline uint16_t float16_bits(float x) {
  const uint32_t bits = bits_of(x), doubled = bits + bits;
  const float magnitude = float_of(bits & 0x7fffffffu) * 0x1p+112f * 0x1p-110f;  // infinity, or fourfold
  const uint32_t exponent = doubled & 0xff000000u;
  const uint32_t bias = exponent < 0x71000000u ? 0x71000000u : exponent;
  const uint32_t sum = bits_of(float_of((bias >> 1) + 0x07800000u) + magnitude);
  const uint32_t code = (sum >> 13 & 0x7c00u) + (sum & 0xfffu);
  return static_cast<uint16_t>((bits >> 16 & 0x8000u) | (doubled > 0xff000000u ? 0x7e00u : code));
}

/// A low-bit matrix; all arrays are contiguous.
struct LowBitMatrix {
  LowBit format = LowBit::fp8;
  int64_t rows = 0, columns = 0;        ///< even number of columns for nf4
  const uint8_t* codes = nullptr;       ///< one byte per value; nf4: a byte for two, the first one high
  const float* scales = nullptr;        ///< one per row; nf4: one per 256 magnitudes
  const uint8_t* magnitudes = nullptr;  ///< nf4: a code of nested_code per block
  const float* mean = nullptr;          ///< nf4: mean of the magnitudes

  int64_t count() const { return rows * columns; }
  /// Values that share a scale, and the smallest unit of work.
  int64_t piece_size() const { return format == LowBit::nf4 ? nf4_block : columns; }
  int64_t pieces() const { return columns == 0 ? 0 : (count() + piece_size() - 1) / piece_size(); }
};

/// The factor of an nf4 block.
FW_HOST_DEVICE inline float nf4_scale(float code_value, float scale, float mean) {
  return code_value * scale + mean;
}

/// Dequantises the pieces [first, end). @param values  of the whole matrix, row-major
/// Thread: any; different pieces concurrently. Cost: one pass over memory.
void dequantise_cpu(const LowBitMatrix& matrix, ValueType type, int64_t first, int64_t end, void* values);

/// Dequantises everything on the current CUDA device. @param stream  a cudaStream_t
/// @return  the launch's cudaError_t
int dequantise_cuda(const LowBitMatrix& matrix, ValueType type, void* values, void* stream);

/// Quantises pieces of a float32 matrix. @param codes  of the whole matrix. @param scales  one float32 per
/// piece; for nf4 these are the magnitudes, which quantise_magnitudes() then encodes
/// Thread: any; different pieces concurrently.
void quantise_cpu(const LowBitMatrix& shape, const float* values, int64_t first, int64_t end, uint8_t* codes,
                  float* scales);

/// The second level of nf4. @param codes  one per magnitude. @param scales  one per 256 magnitudes
/// @return  the mean of the magnitudes
float quantise_magnitudes(const float* magnitudes, int64_t count, uint8_t* codes, float* scales);

}  // namespace fw::kernels
