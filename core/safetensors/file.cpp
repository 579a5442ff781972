// SPDX-License-Identifier: Apache-2.0
#include "safetensors/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "base/paths.h"

namespace fw::safetensors {

namespace {

constexpr ErrorCode unreadable{
    "safetensors.unreadable", FW_TEXT("errors", "{file} could not be opened: {reason}."),
    FW_TEXT("errors", "Check that the file exists and that you have permission to read it."), Blame::input};
constexpr ErrorCode read_failed{
    "safetensors.read_failed", FW_TEXT("errors", "Tensor {tensor} could not be read from {file}: {reason}."),
    FW_TEXT("errors", "Check the disk, and that nothing changes the file while it is read.")};

// Reads until `target` is full. @return empty, or why not
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

File::Descriptor::~Descriptor() {
  if (value >= 0) ::close(value);
}

File::File(std::filesystem::path path) : path_(std::move(path)) {
  const std::string name = to_utf8(path_);
  const auto check = [&](const std::string& problem) {
    if (!problem.empty()) throw Error(unreadable, {{"file", name}, {"reason", problem}});
  };
  // Non-blocking only so that a named pipe is refused below instead of waiting for a writer.
  descriptor_.value = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status {};
  if (descriptor_.value < 0 || ::fstat(descriptor_.value, &status) != 0) check(std::strerror(errno));
  if (!S_ISREG(status.st_mode)) check("it is not a file");
  const uint64_t file_bytes = static_cast<uint64_t>(status.st_size);

  std::string text(std::min<uint64_t>(length_field_bytes, file_bytes), '\0');
  check(read_fully(descriptor_.value, 0, std::as_writable_bytes(std::span(text))));
  text.resize(header_length(text, file_bytes, name));
  check(read_fully(descriptor_.value, length_field_bytes, std::as_writable_bytes(std::span(text))));
  data_start_ = length_field_bytes + text.size();
  header_ = parse_header(text, file_bytes - data_start_, name);
}

void File::read(const TensorInfo& tensor, uint64_t offset, std::span<std::byte> target) const {
  const std::string problem =
      offset > tensor.bytes() || target.size() > tensor.bytes() - offset
          ? "more was asked for than it has"
          : read_fully(descriptor_.value, data_start_ + tensor.begin + offset, target);
  if (problem.empty()) return;
  throw Error(read_failed, {{"tensor", tensor.name}, {"file", to_utf8(path_)}, {"reason", problem}});
}

std::shared_ptr<std::byte> File::map(const TensorInfo& tensor) const {
  if (tensor.bytes() == 0) return nullptr;
  const uint64_t position = data_start_ + tensor.begin;
  const uint64_t before = position % static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));  // maps start at a page
  const uint64_t size = before + tensor.bytes();
  void* start = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor_.value,
                       static_cast<off_t>(position - before));
  if (start == MAP_FAILED) {
    throw Error(read_failed,
                {{"tensor", tensor.name}, {"file", to_utf8(path_)}, {"reason", std::strerror(errno)}});
  }
  ::madvise(start, size, MADV_WILLNEED);
  return {static_cast<std::byte*>(start) + before, [start, size](std::byte*) { ::munmap(start, size); }};
}

}  // namespace fw::safetensors
