// SPDX-License-Identifier: Apache-2.0
#include "safetensors/file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "base/file_kind.h"
#include "base/paths.h"
#include "safetensors/gguf_header.h"

namespace fw::safetensors {

namespace {

constexpr ErrorCode unreadable{
    "safetensors.unreadable", FW_TEXT("errors", "{file} could not be opened: {reason}."),
    FW_TEXT("errors", "Check that the file exists and that you have permission to read it."), Blame::input};
constexpr ErrorCode read_failed{
    "safetensors.read_failed", FW_TEXT("errors", "Tensor {tensor} could not be read from {file}: {reason}."),
    FW_TEXT("errors", "Check the disk, and that nothing changes the file while it is read.")};

// Reads until `target` is full. @return the error, or empty
std::string read_fully(int descriptor, uint64_t position, std::span<std::byte> target) {
  while (!target.empty()) {
    const ssize_t count = ::pread(descriptor, target.data(), target.size(), static_cast<off_t>(position));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::strerror(errno);
    if (count == 0) return "the file ends before its data";
    target = target.subspan(static_cast<size_t>(count));
    position += static_cast<uint64_t>(count);
  }
  return {};
}

}  // namespace

File::File(std::filesystem::path path) : file_(std::make_shared<MappedFile>(std::move(path))) {
  const int error = errno;
  const std::string name = to_utf8(this->path());
  const auto check = [&](const std::string& problem) {
    if (!problem.empty()) throw Error(unreadable, {{"file", name}, {"reason", problem}});
  };
  if (file_->descriptor() < 0) check(std::strerror(error));
  if (!S_ISREG(file_->status().st_mode)) check("it is not a file");
  const uint64_t file_bytes = static_cast<uint64_t>(file_->status().st_size);

  const auto fill = [&](uint64_t position, std::span<std::byte> target) {
    check(read_fully(file_->descriptor(), position, target));
  };
  std::string text(std::min<uint64_t>(file_kind_bytes, file_bytes), '\0');
  fill(0, std::as_writable_bytes(std::span(text)));
  if (is_gguf(text)) {
    auto [header, data_start] = read_gguf_header(fill, file_bytes, name);
    data_start_ = data_start;
    header_ = std::move(header);
    return;
  }
  text.resize(header_length(text, file_bytes, name));
  fill(length_field_bytes, std::as_writable_bytes(std::span(text)));
  data_start_ = length_field_bytes + text.size();
  header_ = parse_header(text, file_bytes - data_start_, name);
}

void File::read(const TensorInfo& tensor, uint64_t offset, std::span<std::byte> target) const {
  if (offset > tensor.bytes() || target.size() > tensor.bytes() - offset)
    throw Error(
        read_failed,
        {{"tensor", tensor.name}, {"file", to_utf8(path())}, {"reason", "more was asked for than it has"}});
  if (tensor.blocks) return read_blocks(tensor, tensor.begin + offset, target);
  read_bytes(tensor, tensor.begin + offset, target);
}

void File::read_bytes(const TensorInfo& tensor, uint64_t position, std::span<std::byte> target) const {
  const std::string problem = read_fully(file_->descriptor(), data_start_ + position, target);
  if (problem.empty()) return;
  throw Error(read_failed, {{"tensor", tensor.name}, {"file", to_utf8(path())}, {"reason", problem}});
}

/// Decodes piece by piece. @param offset  of the first wanted byte in the decoded tensor
void File::read_blocks(const TensorInfo& tensor, uint64_t offset, std::span<std::byte> target) const {
  const BlockLayout layout = layout_of(*tensor.blocks);
  const uint64_t block_bytes = layout.values * sizeof(float);
  constexpr uint64_t piece_bytes = 1 << 16;  // decoded; a multiple of any block
  std::vector<std::byte> stored(piece_bytes / block_bytes * layout.bytes);
  std::vector<float> values(piece_bytes / sizeof(float));
  while (!target.empty()) {
    const uint64_t first = offset / block_bytes, skipped = offset % block_bytes;
    const uint64_t wanted = std::min<uint64_t>(target.size(), piece_bytes - skipped);
    const uint64_t blocks = (skipped + wanted + block_bytes - 1) / block_bytes;
    const std::span part(stored.data(), blocks * layout.bytes);
    read_bytes(tensor, tensor.blocks_begin + first * layout.bytes, part);
    decode_blocks(*tensor.blocks, part, values);
    std::memcpy(target.data(), std::as_bytes(std::span(values)).data() + skipped, wanted);
    target = target.subspan(wanted);
    offset += wanted;
  }
}

std::shared_ptr<std::byte> File::map(const TensorInfo& tensor) const {
  if (tensor.bytes() == 0 || tensor.blocks) return nullptr;
  std::shared_ptr<std::byte> bytes = file_->map(data_start_ + tensor.begin, tensor.bytes());
  if (bytes) return bytes;
  throw Error(read_failed,
              {{"tensor", tensor.name}, {"file", to_utf8(path())}, {"reason", std::strerror(errno)}});
}

}  // namespace fw::safetensors
