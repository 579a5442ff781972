// SPDX-License-Identifier: Apache-2.0
#include "safetensors/writer.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "base/paths.h"

namespace fw::safetensors {

namespace {

// Lays out the tensors consecutively. @return total size
uint64_t lay_out(std::vector<TensorInfo>& tensors) {
  std::sort(tensors.begin(), tensors.end(), [](const TensorInfo& a, const TensorInfo& b) {
    if (byte_size(a.dtype) != byte_size(b.dtype)) return byte_size(a.dtype) > byte_size(b.dtype);
    return a.name < b.name;
  });
  uint64_t at = 0;
  for (TensorInfo& tensor : tensors) {
    tensor.begin = at;
    // A shape that is too large gets no bytes here and is rejected by parse_header.
    at += tensor_bytes(tensor.dtype, tensor.shape).value_or(0);
    tensor.end = at;
  }
  return at;
}

std::string header_text(const std::vector<TensorInfo>& tensors, const Metadata& metadata) {
  // Written entry by entry: an object of the JSON library would hide duplicate names.
  std::string text = "{";
  const auto entry = [&](const std::string& name, const nlohmann::json& value) {
    if (text.size() > 1) text += ',';
    // Metadata may contain user input, valid UTF-8 or not.
    constexpr auto replace = nlohmann::json::error_handler_t::replace;
    text += nlohmann::json(name).dump(-1, ' ', false, replace) + ':' + value.dump(-1, ' ', false, replace);
  };
  if (!metadata.empty()) entry("__metadata__", metadata);
  for (const TensorInfo& tensor : tensors) {
    entry(tensor.name, {{"dtype", dtype_name(tensor.dtype)},
                        {"shape", tensor.shape},
                        {"data_offsets", {tensor.begin, tensor.end}}});
  }
  text += '}';
  text.resize((text.size() + 7) / 8 * 8, ' ');  // data starts aligned
  return text;
}

}  // namespace

Writer::Writer(const std::filesystem::path& target, std::vector<TensorInfo> tensors, const Metadata& metadata,
               Existing existing)
    : tensors_(std::move(tensors)), data_bytes_(lay_out(tensors_)), file_(target, existing) {
  const std::string text = header_text(tensors_, metadata);
  parse_header(text, data_bytes_, to_utf8(target));  // rejects what could not be read back
  static_assert(std::endian::native == std::endian::little, "the format is little-endian");
  const uint64_t length = text.size();
  write(std::as_bytes(std::span(&length, 1)));
  write(std::as_bytes(std::span(text)));
}

void Writer::append(std::span<const std::byte> bytes) {
  appended_ += bytes.size();
  if (appended_ > data_bytes_) throw std::logic_error("more data than the header announced");
  write(bytes);
}

void Writer::write(std::span<const std::byte> bytes) {
  hash_.update(bytes);
  file_.write(bytes);
}

std::string Writer::commit() {
  if (appended_ != data_bytes_) throw std::logic_error("data is missing");
  file_.commit();
  return hash_.hex();
}

}  // namespace fw::safetensors
