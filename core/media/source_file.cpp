// SPDX-License-Identifier: Apache-2.0
#include "media/source_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/paths.h"
#include "media/errors.h"

namespace fw::media {

std::optional<FileStamp> file_stamp(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return FileStamp{status.st_size, status.st_mtim.tv_sec * 1000 + status.st_mtim.tv_nsec / 1'000'000};
}

SourceFile::SourceFile(const std::filesystem::path& file)
    : descriptor_(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
  struct stat status {};
  const char* why = nullptr;
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) {
    why = std::strerror(errno);
  } else if (!S_ISREG(status.st_mode)) {
    why = S_ISDIR(status.st_mode) ? "it is a folder" : "it is a device or a pipe";
  }
  if (why != nullptr) {
    if (descriptor_ >= 0) ::close(descriptor_);
    throw Error(unreadable, {{"file", to_utf8(file)}, {"reason", why}});
  }
  size_ = status.st_size;
}

SourceFile::~SourceFile() {
  ::close(descriptor_);
}

int64_t SourceFile::read(void* buffer, size_t size) const {
  for (;;) {
    const ssize_t count = ::read(descriptor_, buffer, size);
    if (count >= 0) return count;
    if (errno != EINTR) return -errno;
  }
}

}  // namespace fw::media
