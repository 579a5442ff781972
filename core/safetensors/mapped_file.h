// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>

namespace fw::safetensors {

/// An open file, parts of which can be mapped into memory. If the file is truncated or its disk fails,
/// reading the lost part raises SIGBUS, which would end the process. Here the lost part reads as zeros
/// instead, and check_mapped_files() reports it before results are used. Thread: any.
class MappedFile : public std::enable_shared_from_this<MappedFile> {
 public:
  explicit MappedFile(std::filesystem::path path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  int descriptor() const { return descriptor_; }         ///< negative: not opened, see errno
  const struct stat& status() const { return status_; }  ///< when opened

  /// Maps the file's bytes like File::map; the mapping keeps this object alive.
  /// @return nullptr on failure, with errno set
  std::shared_ptr<std::byte> map(uint64_t position, uint64_t bytes);

  bool is_unchanged() const;

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  struct stat status_ {};
  std::atomic<bool> is_lost_ = false;
  std::once_flag listed_;
};

/// Call this after computing a result and before storing it: a training step's update, a clip, a cache entry.
/// Cost: one fstat per mapped file.
/// @throws fw::Error safetensors.changed naming a mapped file that was truncated or written to since it was
///   opened, or that could not be read
void check_mapped_files();

}  // namespace fw::safetensors
