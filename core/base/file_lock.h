// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace fw {

/// An exclusive lock on something that a file represents, held until the object or the process ends in any
/// way: the kernel releases flock(), so a crash leaves no stale lock. The file itself remains.
/// Thread: any; one object must not be used by two at a time.
class FileLock {
 public:
  /// Creates the file if missing and writes the holder (process id, host) into it for others to read.
  /// @return nullopt if another process, or another object of this one, holds it
  /// @throws fw::Error base.lock_failed if the file cannot be created or its file system does not support
  ///   locks
  static std::optional<FileLock> try_lock(const std::filesystem::path& file);
  /// Takes a lock shared with any number of others, but not with an exclusive one; as try_lock.
  static std::optional<FileLock> try_share(const std::filesystem::path& file);
  /// True if somebody holds it exclusively now; a missing or unreadable file is not held.
  static bool is_held(const std::filesystem::path& file);
  /// The current or last holder, "process 123 on host"; empty if the file does not name one.
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
