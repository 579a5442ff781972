// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace fw {

/// An exclusive claim on something that a file stands for, held until the object or the process ends, however
/// it ends: flock() is released by the kernel, so a crash leaves no stale lock. The file itself stays.
/// Thread: any; one object must not be used by two at a time.
class FileLock {
 public:
  /// Makes the file when it is missing and writes the holder (process id, host) into it for the others to
  /// read.
  /// @return nothing when another process, or another object of this one, holds it
  /// @throws fw::Error base.lock_failed when the file cannot be made or its file system knows no locks
  static std::optional<FileLock> try_lock(const std::filesystem::path& file);
  /// Together with any number of others who share it, against all who want it for themselves; as try_lock.
  static std::optional<FileLock> try_share(const std::filesystem::path& file);
  /// Whether somebody holds it for himself now; a missing or unreadable file is not held.
  static bool is_held(const std::filesystem::path& file);
  /// Who holds or last held it, "process 123 on host"; empty when the file says nothing.
  static std::string holder(const std::filesystem::path& file);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  static std::optional<int> take(const std::filesystem::path& file, int operation);
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_ = -1;
};

}  // namespace fw
