// SPDX-License-Identifier: Apache-2.0
#include "safetensors/gguf_blocks.h"

#include <array>
#include <bit>

namespace fw::safetensors {

namespace {

constexpr size_t large = 256, small = 32;  // values in a block

constexpr std::array<BlockLayout, 10> layouts{{{small, 18, "Q4_0"},
                                               {small, 20, "Q4_1"},
                                               {small, 22, "Q5_0"},
                                               {small, 24, "Q5_1"},
                                               {small, 34, "Q8_0"},
                                               {large, 84, "Q2_K"},
                                               {large, 110, "Q3_K"},
                                               {large, 144, "Q4_K"},
                                               {large, 176, "Q5_K"},
                                               {large, 210, "Q6_K"}}};

/// The bytes of one block, in order.
class Block {
 public:
  explicit Block(const uint8_t* at) : at_(at) {}
  const uint8_t* take(size_t bytes) {
    const uint8_t* const here = at_;
    at_ += bytes;
    return here;
  }
  float half() {
    const uint8_t* const bytes = take(2);
    return from_half(static_cast<uint16_t>(bytes[0] | bytes[1] << 8));
  }

 private:
  const uint8_t* at_;
};

/// Bit `i` of `bits`, as 0 or 1.
int bit_of(const uint8_t* bits, size_t i) {
  return bits[i / 8] >> (i % 8) & 1;
}

/// Value `i` of 32: the low halves of 16 bytes, then the high ones.
int nibble(const uint8_t* bytes, size_t i) {
  return i < 16 ? bytes[i] & 15 : bytes[i - 16] >> 4;
}

void q4(Block block, float* values, bool has_minimum) {
  const float d = block.half(), m = has_minimum ? block.half() : 0;
  const uint8_t* const codes = block.take(16);
  for (size_t i = 0; i < small; ++i) {
    const float product = d * static_cast<float>(nibble(codes, i) - (has_minimum ? 0 : 8));
    values[i] = has_minimum ? product + m : product;
  }
}

void q5(Block block, float* values, bool has_minimum) {
  const float d = block.half(), m = has_minimum ? block.half() : 0;
  const uint8_t *const high = block.take(4), *const codes = block.take(16);
  for (size_t i = 0; i < small; ++i) {
    const int code = nibble(codes, i) | bit_of(high, i) << 4;
    const float product = d * static_cast<float>(code - (has_minimum ? 0 : 16));
    values[i] = has_minimum ? product + m : product;
  }
}

void q8(Block block, float* values) {
  const float d = block.half();
  const uint8_t* const codes = block.take(small);
  for (size_t i = 0; i < small; ++i) values[i] = static_cast<float>(static_cast<int8_t>(codes[i])) * d;
}

void q2_k(Block block, float* values) {
  const uint8_t *const scales = block.take(16), *const codes = block.take(64);
  const float d = block.half(), dmin = block.half();
  for (size_t i = 0; i < large; ++i) {
    const uint8_t scale = scales[i / 16];
    const float dl = d * static_cast<float>(scale & 15), ml = dmin * static_cast<float>(scale >> 4);
    const int code = codes[i / 128 * 32 + i % 32] >> (i / 32 % 4 * 2) & 3;
    values[i] = dl * static_cast<float>(code) - ml;
  }
}

void q3_k(Block block, float* values) {
  const uint8_t *const mask = block.take(32), *const codes = block.take(64), *const scales = block.take(12);
  const float d = block.half();
  for (size_t i = 0; i < large; ++i) {
    const size_t group = i / 16;
    const int low = scales[group % 8] >> (group / 8 * 4) & 15;
    const int high = scales[8 + group % 4] >> (group / 4 * 2) & 3;
    const float dl = d * static_cast<float>((low | high << 4) - 32);
    const int offset = (mask[i % 32] >> (i / 32) & 1) == 0 ? 4 : 0;
    const int code = (codes[i / 128 * 32 + i % 32] >> (i / 32 % 4 * 2) & 3) - offset;
    values[i] = dl * static_cast<float>(code);
  }
}

/// The 6-bit scale and minimum of each group of 32 values, in 12 bytes.
struct SixBits {
  const uint8_t* bytes;
  int scale(size_t group) const {
    return group < 4 ? bytes[group] & 63 : (bytes[group + 4] & 15) | (bytes[group - 4] >> 2 & 48);
  }
  int minimum(size_t group) const {
    return group < 4 ? bytes[group + 4] & 63 : bytes[group + 4] >> 4 | (bytes[group] >> 2 & 48);
  }
};

/// q4_k and, with a fifth bit in `high`, q5_k.
void q45_k(Block block, float* values, bool has_high_bits) {
  const float d = block.half(), dmin = block.half();
  const SixBits scales{block.take(12)};
  const uint8_t* const high = has_high_bits ? block.take(32) : nullptr;
  const uint8_t* const codes = block.take(128);
  for (size_t i = 0; i < large; ++i) {
    const size_t group = i / 32;
    const float scale = d * static_cast<float>(scales.scale(group)),
                minimum = dmin * static_cast<float>(scales.minimum(group));
    int code = codes[i / 64 * 32 + i % 32] >> (group % 2 * 4) & 15;
    if (has_high_bits) code |= (high[i % 32] >> group & 1) << 4;
    values[i] = scale * static_cast<float>(code) - minimum;
  }
}

void q6_k(Block block, float* values) {
  const uint8_t *const low = block.take(128), *const high = block.take(64), *const scales = block.take(16);
  const float d = block.half();
  for (size_t i = 0; i < large; ++i) {
    const float scale = d * static_cast<float>(static_cast<int8_t>(scales[i / 16]));
    const int four = low[i / 128 * 64 + i % 64] >> (i / 64 % 2 * 4) & 15;
    const int two = high[i / 128 * 32 + i % 32] >> (i / 32 % 4 * 2) & 3;
    values[i] = scale * static_cast<float>((four | two << 4) - 32);
  }
}

void decode(BlockType type, Block block, float* values) {
  switch (type) {
    case BlockType::q4_0:
    case BlockType::q4_1:
      return q4(block, values, type == BlockType::q4_1);
    case BlockType::q5_0:
    case BlockType::q5_1:
      return q5(block, values, type == BlockType::q5_1);
    case BlockType::q8_0:
      return q8(block, values);
    case BlockType::q2_k:
      return q2_k(block, values);
    case BlockType::q3_k:
      return q3_k(block, values);
    case BlockType::q4_k:
    case BlockType::q5_k:
      return q45_k(block, values, type == BlockType::q5_k);
    case BlockType::q6_k:
      return q6_k(block, values);
  }
}

}  // namespace

BlockLayout layout_of(BlockType type) {
  return layouts.at(static_cast<size_t>(type));
}

void decode_blocks(BlockType type, std::span<const std::byte> blocks, std::span<float> values) {
  const BlockLayout layout = layout_of(type);
  const auto* const bytes = reinterpret_cast<const uint8_t*>(blocks.data());
  for (size_t i = 0; i < blocks.size() / layout.bytes; ++i)
    decode(type, Block(bytes + i * layout.bytes), values.data() + i * layout.values);
}

float from_half(uint16_t bits) {
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16, exponent = bits >> 10 & 31,
                 fraction = bits & 1023;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000 | fraction << 13);
  if (exponent > 0) return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
  const float size = static_cast<float>(fraction) * 0x1p-24F;
  return sign != 0 ? -size : size;
}

}  // namespace fw::safetensors
