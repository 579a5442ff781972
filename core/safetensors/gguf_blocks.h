// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace fw::safetensors {

/// GGUF's block formats: a few bits per value, with the scales of each block among them.
/// https://github.com/ggml-org/ggml (ggml-common.h, ggml-quants.c)
enum class BlockType : uint8_t { q4_0, q4_1, q5_0, q5_1, q8_0, q2_k, q3_k, q4_k, q5_k, q6_k };

struct BlockLayout {
  uint64_t values;  ///< per block
  uint64_t bytes;   ///< per block
  std::string_view name;
};
BlockLayout layout_of(BlockType type);

/// Computes a tensor's values with the float32 operations of the Python package gguf, in its order, so that
/// they are equal to the bit.
/// @param blocks  whole blocks
/// @param values  layout_of(type).values for each block
/// Thread: any. Cost: one pass.
void decode_blocks(BlockType type, std::span<const std::byte> blocks, std::span<float> values);

/// IEEE half precision.
float from_half(uint16_t bits);

}  // namespace fw::safetensors
