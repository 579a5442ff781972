// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <string_view>

namespace fw {

/// What to do with an existing file of the target's name.
enum class Existing {
  refuse,   ///< keep it and throw base.file_exists: for places that the user did not allow to be overwritten
  replace,  ///< for the program's own files, and files that the user chose to overwrite
  own,      ///< for the program's own files in a project or run, whose folder may come from somebody else:
            ///< replaces a link of that name itself, not its target
};
/// Maps the user's permission.
constexpr Existing existing_of(bool overwrite) {
  return overwrite ? Existing::replace : Existing::refuse;
}

/// All files of this program are written with this class. A reader, or the next start after a crash, sees
/// either the old or the new content, never a part: bytes go to a file next to the target, followed by fsync,
/// rename and fsync of the folder. The destructor removes uncommitted files; leftovers of a killed writer are
/// removed by the next one with the same target. A replaced file keeps its mode and, if permitted, its owner.
/// If the target is a link, the file it points to is replaced, except with Existing::own. Read-only files and
/// special files are never replaced. Thread: one at a time. Two writers of one target do not interfere; the
/// last one wins completely.
class AtomicFile {
 public:
  /// @throws fw::Error base.write_failed; base.file_exists, here or in commit() if it appeared later
  AtomicFile(std::filesystem::path target, Existing existing);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Appends. @throws fw::Error base.write_failed (disk full included)
  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
  /// The file next to the target, for libraries that must write by name; commit() makes this content durable,
  /// too.
  const std::filesystem::path& part() const { return beside_; }
  /// Makes the content visible under the target's name and durable.
  /// @throws fw::Error base.write_failed, base.file_exists; the old file is then unchanged
  void commit();

 private:
  [[noreturn]] void fail(std::string_view what) const;
  void open_beside(unsigned mode);
  void take_name();

  std::filesystem::path target_;
  std::filesystem::path beside_;
  Existing existing_;
  int descriptor_ = -1;
};

/// Writes `text` to `target` through AtomicFile.
void write_file_atomically(const std::filesystem::path& target, std::string_view text, Existing existing);

/// For long operations: throws at the start the error that Existing::refuse would throw at the end.
/// @throws fw::Error base.file_exists if anything has that name, including a dangling link
void refuse_existing(const std::filesystem::path& target);

/// Throws if the target is one of the sources, under any name or through any link (same device and inode).
/// Cost: one stat() per source; none if the target does not exist yet.
/// @throws fw::Error base.target_is_source
void refuse_sources(const std::filesystem::path& target, std::span<const std::filesystem::path> sources);

/// Reads a whole file. @throws fw::Error base.read_failed; base.file_too_large beyond `most_bytes`, without
/// reading on: for files from other people
std::string read_file(const std::filesystem::path& path,
                      size_t most_bytes = std::numeric_limits<size_t>::max());

/// Name of a temporary file or folder next to `target`: "<name>.part-framewright-<number>", with as much of
/// the name as fits the file system.
std::filesystem::path part_name(const std::filesystem::path& target, int number);

/// rename() that never replaces a file. @return false with errno EEXIST if the name is taken
bool rename_to_free_name(const std::filesystem::path& from, const std::filesystem::path& to);

/// Points in AtomicFile::commit and write at which a test can kill the process: the environment variable
/// FW_KILL_AT=<point>[:<n>] sends SIGKILL when the point is reached for the n-th time. Cost without the
/// variable: one comparison. Thread: any.
void kill_point(std::string_view point);

}  // namespace fw
