// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "safetensors/header.h"

/// The GGUF format, versions 2 and 3: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
namespace fw::safetensors {

struct GgufHeader {
  /// Texts of the metadata, and the tensors with shapes as in safetensors: GGUF has the axes in reverse.
  Header header;
  uint64_t data_start = 0;
};

bool is_gguf(std::string_view first_bytes);

/// Reads the header piece by piece, since its length is not stored. Strict: every tensor is within the
/// file, is aligned and consists of whole blocks; names are unique. Never allocates memory based on an
/// unchecked number. ComfyUI's tools store tensors whose rows are not whole blocks in another shape, and the
/// right one in the metadata.
/// @param read  fills its target with the file's bytes from a position on, within the file
/// @param file  the file's name for messages
/// @throws fw::Error safetensors.bad_gguf, safetensors.gguf_type, and as `read`
/// Thread: any. Cost: O(n log n) in the number of tensors.
GgufHeader read_gguf_header(const std::function<void(uint64_t position, std::span<std::byte> target)>& read,
                            uint64_t file_bytes, const std::string& file);

}  // namespace fw::safetensors
