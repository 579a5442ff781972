// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "kernels/low_bit.h"

// Written for the compiler to vectorise: see adam_cpu.cpp.
#define FW_VECTORISED __attribute__((target_clones("avx2", "default")))

namespace fw::kernels {

namespace {

/// Values that are decoded and then converted while in the L1 cache. Whole nf4 blocks.
constexpr int64_t chunk_size = 4096;

FW_VECTORISED void decode_fp8(const uint8_t* __restrict codes, float scale, float* __restrict values,
                              int64_t count) {
  for (int64_t i = 0; i < count; ++i) values[i] = decode_e4m3(codes[i]) * scale;
}

FW_VECTORISED void decode_int8_row(const int8_t* __restrict codes, float largest, float* __restrict values,
                                   int64_t count) {
  for (int64_t i = 0; i < count; ++i) values[i] = decode_int8(codes[i], largest);
}

/// Both values of each byte.
struct Nf4Pairs {
  float values[256][2]{};
  constexpr Nf4Pairs() {
    for (int byte = 0; byte < 256; ++byte) {
      values[byte][0] = nf4_code.value[byte >> 4];
      values[byte][1] = nf4_code.value[byte & 15];
    }
  }
};
constexpr Nf4Pairs nf4_pairs;

FW_VECTORISED void multiply(float* values, float scale, int64_t count) {
  for (int64_t i = 0; i < count; ++i) values[i] *= scale;
}

/// @param first  index of a value, the first of a block
void decode_nf4(const LowBitMatrix& matrix, int64_t first, int64_t count, float* values) {
  for (int64_t at = 0; at < count; at += nf4_block) {
    const int64_t size = std::min(nf4_block, count - at), block = (first + at) / nf4_block;
    const uint8_t* const codes = matrix.codes + (first + at) / 2;
    for (int64_t i = 0; i < size; i += 2) std::memcpy(values + at + i, nf4_pairs.values[codes[i / 2]], 8);
    multiply(values + at,
             nf4_scale(nested_code.value[matrix.magnitudes[block]], matrix.scales[block / nested_block],
                       *matrix.mean),
             size);
  }
}

FW_VECTORISED void narrow_to_bfloat16(const float* __restrict from, uint16_t* __restrict to, int64_t count) {
  for (int64_t i = 0; i < count; ++i) to[i] = bfloat16_bits(from[i]);
}

FW_VECTORISED void narrow_to_float16(const float* __restrict from, uint16_t* __restrict to, int64_t count) {
  for (int64_t i = 0; i < count; ++i) to[i] = float16_bits(from[i]);
}

/// Decodes values of one row, or whole blocks. @param first  index of a value
void decode(const LowBitMatrix& matrix, int64_t first, int64_t count, float* values) {
  const int64_t row = first / matrix.columns;
  switch (matrix.format) {
    case LowBit::fp8:
      return decode_fp8(matrix.codes + first, matrix.scales[row], values, count);
    case LowBit::int8:
      return decode_int8_row(reinterpret_cast<const int8_t*>(matrix.codes) + first, matrix.scales[row],
                             values, count);
    case LowBit::nf4:
      return decode_nf4(matrix, first, count, values);
  }
}

FW_VECTORISED float largest_magnitude(const float* values, int64_t count) {
  // Several lanes with their own maximum: the order does not matter, but the compiler may not assume that.
  constexpr int64_t lanes = 16;
  float largest[lanes]{};
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes)
    for (int64_t lane = 0; lane < lanes; ++lane) {
      const float magnitude = float_of(bits_of(values[i + lane]) & 0x7fffffffu);
      largest[lane] = magnitude > largest[lane] ? magnitude : largest[lane];
    }
  for (; i < count; ++i) {
    const float magnitude = float_of(bits_of(values[i]) & 0x7fffffffu);
    largest[0] = magnitude > largest[0] ? magnitude : largest[0];
  }
  return *std::max_element(largest, largest + lanes);
}

FW_VECTORISED void encode_fp8(const float* __restrict values, float scale, uint8_t* __restrict codes,
                              int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    float x = values[i] / scale;  // divided like in torchao
    x = x > largest_e4m3 ? largest_e4m3 : x;
    x = x < -largest_e4m3 ? -largest_e4m3 : x;
    codes[i] = encode_e4m3(x);
  }
}

FW_VECTORISED void encode_int8(const float* __restrict values, float factor, uint8_t* __restrict codes,
                               int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    codes[i] = static_cast<uint8_t>(static_cast<int32_t>(round_to_even(values[i] * factor)));
}

FW_VECTORISED void encode_nf4(const float* __restrict values, float inverse, uint8_t* __restrict codes,
                              int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    const float x = values[i] * inverse;
    int32_t code = 0;
    for (int bound = 0; bound < 15; ++bound) code += x > nf4_code.bound[bound] ? 1 : 0;
    codes[i] = static_cast<uint8_t>(code);
  }
}

void quantise_row(LowBit format, const float* values, int64_t count, uint8_t* codes, float& scale) {
  const float largest = largest_magnitude(values, count);
  scale = format == LowBit::fp8 ? largest / largest_e4m3 : largest;
  if (!(largest >= least_scale)) {
    scale = 0;
    std::fill_n(codes, count, uint8_t{0});
  } else if (format == LowBit::fp8) {
    encode_fp8(values, scale, codes, count);
  } else {
    encode_int8(values, 1 / largest * 127, codes, count);  // PyTorch divides a number by a tensor like this
  }
}

void quantise_block(const float* values, int64_t count, uint8_t* codes, float& magnitude) {
  magnitude = largest_magnitude(values, count);
  uint8_t each[nf4_block + 1];
  each[count] = 7;  // 0, for the other half of the last byte
  encode_nf4(values, 1 / std::max(magnitude, 1e-38f), each, count);
  for (int64_t i = 0; i < count; i += 2) codes[i / 2] = static_cast<uint8_t>(each[i] << 4 | each[i + 1]);
}

uint8_t nearest_nested_code(float x) {
  const float* const above = std::upper_bound(nested_code.value, nested_code.value + 256, x);
  const auto code = std::max<int64_t>(above - nested_code.value - 1, 0);
  if (code == 255) return 255;
  const bool next = nested_code.value[code + 1] - x < x - nested_code.value[code];
  return static_cast<uint8_t>(code + (next ? 1 : 0));
}

}  // namespace

void dequantise_cpu(const LowBitMatrix& matrix, ValueType type, int64_t first, int64_t end, void* values) {
  const int64_t last = std::min(end * matrix.piece_size(), matrix.count());
  float buffer[chunk_size];
  for (int64_t at = first * matrix.piece_size(); at < last;) {
    const int64_t whole_row =
        matrix.format == LowBit::nf4 ? last : (at / matrix.columns + 1) * matrix.columns;
    const int64_t count = std::min({chunk_size, last - at, whole_row - at});
    if (type == ValueType::float32) {
      decode(matrix, at, count, static_cast<float*>(values) + at);
    } else {
      decode(matrix, at, count, buffer);
      uint16_t* const target = static_cast<uint16_t*>(values) + at;
      type == ValueType::bfloat16 ? narrow_to_bfloat16(buffer, target, count)
                                  : narrow_to_float16(buffer, target, count);
    }
    at += count;
  }
}

void quantise_cpu(const LowBitMatrix& shape, const float* values, int64_t first, int64_t end, uint8_t* codes,
                  float* scales) {
  for (int64_t piece = first; piece < end; ++piece) {
    const int64_t at = piece * shape.piece_size();
    const int64_t count = std::min(shape.piece_size(), shape.count() - at);
    if (shape.format == LowBit::nf4)
      quantise_block(values + at, count, codes + at / 2, scales[piece]);
    else
      quantise_row(shape.format, values + at, count, codes + at, scales[piece]);
  }
}

float quantise_magnitudes(const float* magnitudes, int64_t count, uint8_t* codes, float* scales) {
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) sum += magnitudes[i];
  const auto mean = static_cast<float>(sum / static_cast<double>(std::max<int64_t>(count, 1)));
  for (int64_t at = 0; at < count; at += nested_block) {
    const int64_t size = std::min(nested_block, count - at);
    float centred[nested_block];
    for (int64_t i = 0; i < size; ++i) centred[i] = magnitudes[at + i] - mean;
    float& scale = scales[at / nested_block];
    scale = largest_magnitude(centred, size);
    const float inverse = scale > 0 ? 1 / scale : 0;
    for (int64_t i = 0; i < size; ++i) codes[at + i] = nearest_nested_code(centred[i] * inverse);
  }
  return mean;
}

}  // namespace fw::kernels
