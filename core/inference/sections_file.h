// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "families/family.h"

namespace fw::inference {

/// Keeps what is made of a clip whose sections are made one after the other, so that a call that was cut off
/// loses no more than a section: a file in cache_folder()/sections under the name of the request. Those that
/// no call has asked for in a month are removed by the next one. Thread: one at a time.
class SectionsFile {
 public:
  /// @param request  everything that decides what the clip is like, with contents of files
  explicit SectionsFile(std::string_view request);

  /// What write() got, with its seed; nothing where there is no such file, or not a whole one.
  struct Content {
    families::MadeSections made;
    uint64_t seed = 0;
  };
  Content read() const;
  /// In the place of what was there, which stays where this fails. @throws fw::Error base.write_failed
  void write(const Content& content) const;
  void remove() const;

  const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path file_;
};

/// What a call writes on its way to a clip, by hashes of the contents, so that the same call, after it was
/// cut off, knows these files for its own. Lies and goes where SectionsFile does. Thread: one at a time.
class WrittenContents {
 public:
  /// @param call  the request, and where its clip goes
  explicit WrittenContents(std::string_view call);

  /// Before the content is written. The last few are kept. @throws fw::Error base.write_failed
  void add(const std::string& hash);
  bool has(const std::string& hash) const;
  void remove() const;

 private:
  std::filesystem::path file_;
  std::vector<std::string> hashes_;
};

}  // namespace fw::inference
