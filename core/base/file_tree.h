// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/atomic_file.h"

/// Copies, links and renames by the rule of AtomicFile: existing files stay unless the caller says otherwise.
/// Thread: any.
namespace fw {

/// Copies a file through AtomicFile. @throws fw::Error base.read_failed, base.write_failed, base.file_exists
void copy_file(const std::filesystem::path& source, const std::filesystem::path& target, Existing existing);

/// Creates a symbolic link `target` to a file or folder, or a copy if the file system does not support links
/// (FAT, exFAT, many network shares). Cost of the copy: its size on disk.
/// @throws fw::Error base.read_failed, base.write_failed, base.file_exists
void link_or_copy(const std::filesystem::path& source, const std::filesystem::path& target);

/// Creates a folder and its parents if missing. @throws fw::Error base.write_failed
void make_folders(const std::filesystem::path& folder);

/// Makes a file writable for everyone who may write to its folder, whatever the umask: for files that several
/// users share. Does not change another user's file.
void open_to_others(int descriptor, const std::filesystem::path& file);

/// For a folder about to be filled. Passes if it is missing or empty.
/// @throws fw::Error base.folder_not_empty; base.file_exists if it is not a folder; base.write_failed
void refuse_filled(const std::filesystem::path& folder);
/// Like refuse_filled(), and creates the folder. @throws as refuse_filled
void make_empty_folder(const std::filesystem::path& folder);

/// A folder that appears atomically under its name: it is filled next to it. The destructor removes
/// uncommitted content; leftovers of a killed process are removed by the next one with the same target.
class AtomicFolder {
 public:
  /// @param target  must be missing or empty
  /// @throws fw::Error base.folder_not_empty, base.file_exists, base.write_failed
  explicit AtomicFolder(std::filesystem::path target);
  ~AtomicFolder();
  AtomicFolder(const AtomicFolder&) = delete;
  AtomicFolder& operator=(const AtomicFolder&) = delete;

  /// The folder to write to.
  const std::filesystem::path& part() const { return part_; }
  /// @throws fw::Error base.folder_not_empty if the target was filled meanwhile; base.write_failed
  void commit();

 private:
  std::filesystem::path target_;
  std::filesystem::path part_;
  int lock_ = -1;
};

/// Checks a user's name for a file or folder: up to 200 bytes, not empty, without slashes and control
/// characters, a leading dot, or blanks at either end. @throws fw::Error base.bad_file_name
void check_file_name(std::string_view name);

/// Renames a file or folder, but never replaces one.
/// @throws fw::Error base.file_exists, base.write_failed
void move_to_free_name(const std::filesystem::path& from, const std::filesystem::path& to);

/// `wanted` itself, or "<stem>-2<extension>" and so on: the first one that is not taken.
template <class IsTaken>
std::filesystem::path free_name(const std::filesystem::path& wanted, const IsTaken& is_taken) {
  std::filesystem::path name = wanted;
  for (int number = 2; is_taken(name); ++number) {
    name = wanted.parent_path() / wanted.stem();
    name += "-";
    name += std::to_string(number);
    name += wanted.extension();
  }
  return name;
}

}  // namespace fw
