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

/// A file that is open for reading, and parts of it as memory. If something cuts the file or its disk fails,
/// the kernel sends SIGBUS to whoever reads the lost part, and the process would end. Here that part reads as
/// zeros instead, and check_mapped_files() says so before anything is made of them. Thread: any.
class MappedFile : public std::enable_shared_from_this<MappedFile> {
 public:
  explicit MappedFile(std::filesystem::path path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  int descriptor() const { return descriptor_; }         ///< negative: errno says why it was not opened
  const struct stat& status() const { return status_; }  ///< when it was opened

  /// The file's bytes as the kernel's own copy, as File::map has them; it keeps this object.
  /// @return nullptr where errno says why not
  std::shared_ptr<std::byte> map(uint64_t position, uint64_t bytes);

  bool is_unchanged() const;

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  struct stat status_ {};
  std::atomic<bool> is_lost_ = false;
  std::once_flag listed_;
};

/// To be called when a result has been computed and before it is kept: a training step's update, a clip, a
/// cache entry. Cost: one fstat for each file that is mapped.
/// @throws fw::Error safetensors.changed naming a mapped file that was cut or written to since it was opened,
///         or that could not be read
void check_mapped_files();

}  // namespace fw::safetensors
