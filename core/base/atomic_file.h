// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace fw {

/// Writes a file so that a reader, or the next start after a crash, sees the old content or the new, never a
/// part: bytes go to a file beside the target, then fsync, rename and fsync of the folder. The destructor
/// removes what was not committed. Thread: one at a time.
class AtomicFile {
 public:
  /// @throws fw::Error base.write_failed
  explicit AtomicFile(std::filesystem::path target);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Appends. @throws fw::Error base.write_failed (disk full included)
  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
  /// The file beside the target, for a library that must write by name; commit() makes that content durable too.
  const std::filesystem::path& part() const { return beside_; }
  /// Makes the content visible under the target's name and durable. @throws fw::Error base.write_failed
  void commit();

 private:
  [[noreturn]] void fail(std::string_view what) const;

  std::filesystem::path target_;
  std::filesystem::path beside_;
  int descriptor_ = -1;
};

/// The whole of `text` to `target` through AtomicFile.
void write_file_atomically(const std::filesystem::path& target, std::string_view text);

/// The whole file. @throws fw::Error base.read_failed
std::string read_file(const std::filesystem::path& path);

/// Names of the points in AtomicFile::commit and write at which a test may kill the process:
/// the environment variable FW_KILL_AT=<point>[:<n>] ends it by SIGKILL at the n-th passing of the point.
/// Cost without the variable: one comparison. Thread: any.
void kill_point(std::string_view point);

}  // namespace fw
