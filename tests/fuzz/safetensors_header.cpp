// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "base/error.h"
#include "safetensors/header.h"

// The input is a whole safetensors file. Files that the parser accepts must be safe to read: within the file,
// without gaps or overlaps, and with exactly the bytes of each shape.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace fw::safetensors;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const uint64_t length = header_length(bytes.substr(0, length_field_bytes), size, "fuzz");
    const uint64_t data_bytes = size - length_field_bytes - length;
    const Header header = parse_header(bytes.substr(length_field_bytes, length), data_bytes, "fuzz");
    uint64_t at = 0;
    for (const TensorInfo& tensor : header.tensors) {
      if (tensor.begin != at || tensor_bytes(tensor.dtype, tensor.shape) != tensor.bytes()) std::abort();
      at = tensor.end;
    }
    if (at != data_bytes) std::abort();
  } catch (const fw::Error& error) {
    if (error.fault().code.rfind("safetensors.", 0) != 0) std::abort();
  }
  return 0;
}
