// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace fw::interchange {

/// True if it exists and can be accessed; inaccessible files are treated as missing. Thread: any.
bool is_file(const std::filesystem::path& file);

/// Without links; the path itself if it cannot be followed. Thread: any.
std::filesystem::path real_path(const std::filesystem::path& path);

/// "C:" as a folder, or a name with backslashes, which Linux treats as one name. Thread: any.
bool is_windows_path(const std::filesystem::path& path);

/// Finds the files that lists name. Thread: one at a time.
class ListPaths {
 public:
  /// @param data_root  base of relative paths; empty: the list's folder
  explicit ListPaths(const std::filesystem::path& data_root) : data_root_(data_root) {}

  /// The file as written, else with Windows backslashes replaced by /, else in the folder "videos", where
  /// FastVideo keeps them, else where the list's folder was moved to: there, all names have lost the same
  /// beginning. If none exists, the name as written. Cost: a few file system calls, for files that are
  /// missing one for each part of the name.
  std::filesystem::path resolve(const std::filesystem::path& list, const std::string& name);

  /// The beginning that the names in `list` have lost, and where their files are; once for each list.
  struct Move {
    std::string from;
    std::filesystem::path to;
  };
  std::optional<Move> take_move(const std::filesystem::path& list);

 private:
  std::filesystem::path data_root_;
  std::filesystem::path list_;  // that the next members are about
  std::optional<Move> move_;
  bool is_told_ = false;
};

}  // namespace fw::interchange
