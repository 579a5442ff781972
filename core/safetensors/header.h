// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "safetensors/dtype.h"
#include "safetensors/gguf_blocks.h"

/// The safetensors format: 8 bytes little-endian header length, the header as JSON, then the data of all
/// tensors, row-major and little-endian, without gaps. https://github.com/huggingface/safetensors#format
namespace fw::safetensors {

using Metadata = std::map<std::string, std::string>;

/// One tensor of a file.
struct TensorInfo {
  std::string name;
  Dtype dtype = Dtype::f32;
  std::vector<int64_t> shape;
  uint64_t begin = 0;  ///< first byte, counted from the start of the data section
  uint64_t end = 0;    ///< one past the last byte
  /// For a tensor that a GGUF file stores in blocks: `dtype`, `begin`, `end` and bytes() are those of its
  /// decoded values, counted from the beginning of the tensor, which is byte `blocks_begin` of the data.
  std::optional<BlockType> blocks{};
  uint64_t blocks_begin = 0;

  uint64_t bytes() const { return end - begin; }
};

struct Header {
  Metadata metadata;                ///< `__metadata__`; may be empty
  std::vector<TensorInfo> tensors;  ///< in data order
};

inline constexpr uint64_t length_field_bytes = 8;
/// The reference implementation's limit.
inline constexpr uint64_t largest_header_bytes = 100'000'000;

/// Size of the JSON header, from the file's first 8 bytes. With more bytes, errors can name other kinds of
/// files.
/// @param file  the file's name for messages
/// @throws fw::Error safetensors.header_cut, .header_huge, .all_zeros, .lfs_pointer, .other_kind
uint64_t header_length(std::string_view first_bytes, uint64_t file_bytes, const std::string& file);

/// Strict: every byte of the data section belongs to exactly one tensor, every tensor's size matches its
/// dtype and shape, names are unique. Never allocates memory based on an unchecked number in the header.
/// @param json        the header, with its padding
/// @param data_bytes  size of the data section
/// @param file        the file's name for messages
/// @throws fw::Error safetensors.* naming the file and, if applicable, the tensor
/// Thread: any. Cost: one pass over the text, O(n log n) in the number of tensors.
Header parse_header(std::string_view json, uint64_t data_bytes, const std::string& file);

/// Size of a tensor, or nullopt if it does not fit into 63 bits.
std::optional<uint64_t> tensor_bytes(Dtype dtype, const std::vector<int64_t>& shape);

/// Size of a tensor in its file.
uint64_t stored_bytes(const TensorInfo& tensor);
/// The format's own name of its type: "BF16", "Q4_K".
std::string_view type_name(const TensorInfo& tensor);

/// "[2, 3]", for messages.
std::string shape_text(const std::vector<int64_t>& shape);

}  // namespace fw::safetensors
