// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "families/family.h"

namespace fw::inference {

/// Stores the finished sections of a clip that is made in sections, so that an interruption loses at most one
/// section: a file in cache_folder()/sections, named by the request. Files unused for a month are removed by
/// the next call. Thread: one at a time.
class SectionsFile {
 public:
  /// @param request  everything that determines the clip, including contents of files
  explicit SectionsFile(std::string_view request);

  /// The last content from write(), with its seed; empty if there is no complete file.
  struct Content {
    families::MadeSections made;
    uint64_t seed = 0;
  };
  Content read() const;
  /// Replaces the previous content, which stays on failure. @throws fw::Error base.write_failed
  void write(const Content& content) const;
  void remove() const;

  const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path file_;
};

/// Hashes of the files that a job has written on its way to a clip, so that the same job, after an
/// interruption, recognises them as its own. Stored and removed like SectionsFile. Thread: one at a time.
class WrittenContents {
 public:
  /// @param call  the request, and where its clip is written
  explicit WrittenContents(std::string_view call);

  /// Call before the content is written. Keeps the last few. @throws fw::Error base.write_failed
  void add(const std::string& hash);
  bool has(const std::string& hash) const;
  void remove() const;

 private:
  std::filesystem::path file_;
  std::vector<std::string> hashes_;
};

}  // namespace fw::inference
