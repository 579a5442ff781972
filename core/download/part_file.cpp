// SPDX-License-Identifier: Apache-2.0
#include "download/part_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/file_errors.h"
#include "base/file_tree.h"
#include "base/paths.h"
#include "download/download_errors.h"

namespace fw::download {

namespace {

[[noreturn]] void fail_at(const std::filesystem::path& path, int reason) {
  if (file_errors::is_disk_full(reason)) throw Error(disk_full, {{"file", to_utf8(path)}, {"errno", reason}});
  throw Error(write_failed, {{"file", to_utf8(path)}, {"reason", std::strerror(reason)}, {"errno", reason}});
}

}  // namespace

PartFile::PartFile(std::filesystem::path path) : path_(std::move(path)) {
  open(O_CREAT);
  size_ = static_cast<uint64_t>(::lseek(descriptor_, 0, SEEK_END));
}

PartFile::~PartFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void PartFile::open(int flags) {
  // Never through a link: the folder may be shared with others.
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | flags, 0666);
  if (descriptor_ < 0) fail_at(path_, errno);
  open_to_others(descriptor_, path_);
}

void PartFile::start_anew() {
  if (size_ == 0) return;
  ::close(descriptor_);
  descriptor_ = -1;
  if (::unlink(path_.c_str()) != 0 && errno != ENOENT) fail_at(path_, errno);
  open(O_CREAT);
  size_ = 0;
}

int PartFile::write(std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes = bytes.subspan(static_cast<size_t>(written));
    size_ += static_cast<uint64_t>(written);
  }
  return 0;
}

void PartFile::fail(int reason) const {
  fail_at(path_, reason);
}

void sync_file(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail_at(file, errno);
  const int reason = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  if (reason != 0 && reason != EINVAL && reason != EROFS) fail_at(file, reason);
}

}  // namespace fw::download
