// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <string_view>

namespace fw {

/// What happens to a file that has the target's name already.
enum class Existing {
  refuse,   ///< it stays, and base.file_exists is thrown: for a place that nobody allowed to be overwritten
  replace,  ///< the program's own file, or the very one that the user named to be overwritten
  own,      ///< the program's own file in a project or run, whose folder may come from somebody else: a link
            ///< of that name gives way itself, and what it leads to stays
};
/// Whether the user allowed it.
constexpr Existing existing_of(bool overwrite) {
  return overwrite ? Existing::replace : Existing::refuse;
}

/// The one way in which this program writes files. A reader, or the next start after a crash, sees the old
/// content or the new, never a part: bytes go to a file beside the target, then fsync, rename and fsync of
/// the folder. The destructor removes what was not committed; what a killed writer left is removed by the
/// next one of the same target. A replaced file keeps its mode and, where that is permitted, its owner; a
/// link stays and its target is replaced, except with Existing::own. Read-only files and
/// special files are never replaced. Thread: one at a time; two writers of one target
/// do not disturb one another, and the last one wins whole.
class AtomicFile {
 public:
  /// @throws fw::Error base.write_failed; base.file_exists, here or in commit() when it came later
  AtomicFile(std::filesystem::path target, Existing existing);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Appends. @throws fw::Error base.write_failed (disk full included)
  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
  /// The file beside the target, for a library that must write by name; commit() makes that content durable
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

/// The whole of `text` to `target` through AtomicFile.
void write_file_atomically(const std::filesystem::path& target, std::string_view text, Existing existing);

/// For work that takes long: refuses before it begins what Existing::refuse would refuse at its end.
/// @throws fw::Error base.file_exists when anything has that name, a link that leads nowhere included
void refuse_existing(const std::filesystem::path& target);

/// Refuses a target that is one of the sources, under whatever name or through whatever link (same device and
/// inode). Cost: a stat() of each source, and nothing when there is no such target yet.
/// @throws fw::Error base.target_is_source
void refuse_sources(const std::filesystem::path& target, std::span<const std::filesystem::path> sources);

/// The whole file. @throws fw::Error base.read_failed; base.file_too_large when it has more than
/// `most_bytes`, of which no more is read: for files that people send one another
std::string read_file(const std::filesystem::path& path,
                      size_t most_bytes = std::numeric_limits<size_t>::max());

/// The name under which work on `target` is done beside it: "<name>.part-framewright-<number>", with as much
/// of the name as the file system has room for.
std::filesystem::path part_name(const std::filesystem::path& target, int number);

/// rename() that never takes an existing name. @return whether it did; errno is EEXIST when the name is taken
bool rename_to_free_name(const std::filesystem::path& from, const std::filesystem::path& to);

/// Names of the points in AtomicFile::commit and write at which a test may kill the process:
/// the environment variable FW_KILL_AT=<point>[:<n>] ends it by SIGKILL at the n-th passing of the point.
/// Cost without the variable: one comparison. Thread: any.
void kill_point(std::string_view point);

}  // namespace fw
