// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>

namespace fw::media {

/// Identifies a file's version without reading it.
struct FileStamp {
  int64_t bytes = 0;
  int64_t modified_ms = 0;  ///< since the Unix epoch
  bool operator==(const FileStamp&) const = default;
};
/// nullopt if it is not a regular file or cannot be accessed. Thread: any. Cost: one stat.
std::optional<FileStamp> file_stamp(const std::filesystem::path& file);

/// A regular file open for reading; all of core/media reads through this. Thread: one at a time.
class SourceFile {
 public:
  /// @throws fw::Error media.unreadable, also for folders, devices and pipes (which would block)
  explicit SourceFile(const std::filesystem::path& file);
  ~SourceFile();
  SourceFile(const SourceFile&) = delete;
  SourceFile& operator=(const SourceFile&) = delete;

  /// @return bytes read, 0 at the end, or the negative errno
  int64_t read(void* buffer, size_t size) const;
  int64_t size() const { return size_; }  ///< when opened
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_ = -1;
  int64_t size_ = 0;
};

}  // namespace fw::media
