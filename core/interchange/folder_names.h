// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace fw::interchange {

/// Extensions of videos and pictures that FFmpeg reads, in lower case with a dot.
std::span<const std::string_view> media_extensions();
/// By extension only, in any case. Thread: any.
bool is_media(const std::filesystem::path& file);

/// A video by its content, under a name that says nothing: not one that a download has yet to finish.
/// Thread: any. Cost: reads the file's first part.
bool is_unnamed_video(const std::filesystem::path& file);

/// Names files for a message: up to ten, or the most frequent kinds, "3000 × .npz". `names` is sorted.
/// Thread: any.
std::string named_briefly(const std::vector<std::string>& names);

/// Videos and pictures in a folder and those below it that `wanted` accepts, sorted, relative to the folder.
/// Skips hidden ones, links to folders, and what cannot be read. Thread: any.
std::vector<std::string> media_below(const std::filesystem::path& folder,
                                     const std::function<bool(const std::filesystem::path&)>& wanted);

/// Converts ASCII letters to lower case. Thread: any.
std::string lower(std::string text);

/// The names in one folder. Thread: one at a time. Memory: the names.
class FolderNames {
 public:
  explicit FolderNames(const std::filesystem::path& folder);

  const std::filesystem::path& folder() const { return folder_; }
  const std::vector<std::string>& sorted() const { return names_; }
  /// Set if the folder could not be read completely.
  const std::error_code& error() const { return error_; }
  /// The caption file of a video: its name with this extension, or the same name in another case. Empty if
  /// the folder has neither.
  std::filesystem::path sidecar_of(const std::filesystem::path& file, const std::string& extension) const;

 private:
  std::filesystem::path folder_;
  std::vector<std::string> names_;
  std::map<std::string, std::string> by_lower_;
  std::error_code error_;
};

}  // namespace fw::interchange
