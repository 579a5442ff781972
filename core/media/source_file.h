// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>

namespace fw::media {

/// A regular file that is open for reading; what core/media reads from. Thread: one at a time.
class SourceFile {
 public:
  /// @throws fw::Error media.unreadable, also for folders, devices and pipes (which would hang)
  explicit SourceFile(const std::filesystem::path& file);
  ~SourceFile();
  SourceFile(const SourceFile&) = delete;
  SourceFile& operator=(const SourceFile&) = delete;

  /// @return bytes read, 0 at the end, or the negative errno
  int64_t read(void* buffer, size_t size) const;
  int64_t size() const { return size_; }  ///< when it was opened
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_ = -1;
  int64_t size_ = 0;
};

}  // namespace fw::media
