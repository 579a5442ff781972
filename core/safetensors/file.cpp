// SPDX-License-Identifier: Apache-2.0
#include "safetensors/file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "base/file_kind.h"
#include "base/paths.h"

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

  std::string text(std::min<uint64_t>(file_kind_bytes, file_bytes), '\0');
  check(read_fully(file_->descriptor(), 0, std::as_writable_bytes(std::span(text))));
  text.resize(header_length(text, file_bytes, name));
  check(read_fully(file_->descriptor(), length_field_bytes, std::as_writable_bytes(std::span(text))));
  data_start_ = length_field_bytes + text.size();
  header_ = parse_header(text, file_bytes - data_start_, name);
}

void File::read(const TensorInfo& tensor, uint64_t offset, std::span<std::byte> target) const {
  const std::string problem =
      offset > tensor.bytes() || target.size() > tensor.bytes() - offset
          ? "more was asked for than it has"
          : read_fully(file_->descriptor(), data_start_ + tensor.begin + offset, target);
  if (problem.empty()) return;
  throw Error(read_failed, {{"tensor", tensor.name}, {"file", to_utf8(path())}, {"reason", problem}});
}

std::shared_ptr<std::byte> File::map(const TensorInfo& tensor) const {
  if (tensor.bytes() == 0) return nullptr;
  std::shared_ptr<std::byte> bytes = file_->map(data_start_ + tensor.begin, tensor.bytes());
  if (bytes) return bytes;
  throw Error(read_failed,
              {{"tensor", tensor.name}, {"file", to_utf8(path())}, {"reason", std::strerror(errno)}});
}

}  // namespace fw::safetensors
