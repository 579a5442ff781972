// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

namespace fw::download {

/// A file that arrives piece by piece, and stays on disk when it is interrupted. Bytes are written at their
/// own place, never appended, and a new beginning is a new file: where a file system's locks do not work, two
/// writers of the same file write the same bytes, and none of them shortens the other's.
/// Thread: one at a time.
class PartFile {
 public:
  /// Opens or creates it. @throws fw::Error download.write_failed, download.disk_full
  explicit PartFile(std::filesystem::path path);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  uint64_t size() const { return size_; }
  /// Appends. @return 0, or the errno of a failure
  int write(std::span<const char> bytes);
  /// Removes the content. @throws as the constructor
  void start_anew();
  /// @throws fw::Error for the errno of a failed write
  [[noreturn]] void fail(int reason) const;

 private:
  void open(int flags);
  std::filesystem::path path_;
  int descriptor_ = -1;
  uint64_t size_ = 0;
};

/// Makes a complete file durable. @throws fw::Error download.write_failed, download.disk_full
void sync_file(const std::filesystem::path& file);

}  // namespace fw::download
