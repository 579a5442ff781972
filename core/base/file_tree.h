// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/atomic_file.h"

/// Copies, links and names by the rule of AtomicFile: what is there stays, unless the caller says otherwise.
/// Thread: any.
namespace fw {

/// A whole copy through AtomicFile. @throws fw::Error base.read_failed, base.write_failed, base.file_exists
void copy_file(const std::filesystem::path& source, const std::filesystem::path& target, Existing existing);

/// A symbolic link `target` to a file or folder, or a copy of it where the file system has no links (FAT,
/// exFAT, many network shares). Cost of the copy: its bytes on the disk.
/// @throws fw::Error base.read_failed, base.write_failed, base.file_exists
void link_or_copy(const std::filesystem::path& source, const std::filesystem::path& target);

/// Makes a folder and all above it, unless it exists. @throws fw::Error base.write_failed
void make_folders(const std::filesystem::path& folder);

/// Lets everyone who may write to a file's folder write to the file, whatever the umask: for files that
/// several users share. Leaves another user's file as it is.
void open_to_others(int descriptor, const std::filesystem::path& file);

/// For a folder that is going to be filled. Nothing there is fine, and so is an empty folder.
/// @throws fw::Error base.folder_not_empty; base.file_exists when it is no folder; base.write_failed
void refuse_filled(const std::filesystem::path& folder);
/// The same, and the folder is made. @throws as refuse_filled
void make_empty_folder(const std::filesystem::path& folder);

/// A folder that appears under its name whole or not at all: it is filled beside it. The destructor removes
/// what was not committed; what a killed process left is removed by the next one with the same target.
class AtomicFolder {
 public:
  /// @param target  may be there, but empty
  /// @throws fw::Error base.folder_not_empty, base.file_exists, base.write_failed
  explicit AtomicFolder(std::filesystem::path target);
  ~AtomicFolder();
  AtomicFolder(const AtomicFolder&) = delete;
  AtomicFolder& operator=(const AtomicFolder&) = delete;

  /// Where to write.
  const std::filesystem::path& part() const { return part_; }
  /// @throws fw::Error base.folder_not_empty when something came into the target meanwhile; base.write_failed
  void commit();

 private:
  std::filesystem::path target_;
  std::filesystem::path part_;
  int lock_ = -1;
};

/// Checks a name that a person typed for a file or folder: up to 200 bytes, not empty, without a slash, a
/// control character, a dot at the start or a blank at either end. @throws fw::Error base.bad_file_name
void check_file_name(std::string_view name);

/// Renames a file or folder, but never onto an existing name.
/// @throws fw::Error base.file_exists, base.write_failed
void move_to_free_name(const std::filesystem::path& from, const std::filesystem::path& to);

/// `wanted` itself, or "<stem>-2<extension>" and so on: the first for which `is_taken` does not hold.
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
