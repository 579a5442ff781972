// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fw::safetensors {

/// Element types of the format that occupy whole bytes.
enum class Dtype : uint8_t {
  boolean,
  u8,
  i8,
  f8_e5m2,
  f8_e4m3,
  u16,
  i16,
  f16,
  bf16,
  u32,
  i32,
  f32,
  u64,
  i64,
  f64,
};

/// Size of one element in bytes.
uint64_t byte_size(Dtype dtype);
/// The format's own name, e.g. "BF16".
std::string_view dtype_name(Dtype dtype);
/// nullopt for a name that is not listed above (including sub-byte types).
std::optional<Dtype> dtype_from_name(std::string_view name);

}  // namespace fw::safetensors
