// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

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

}  // namespace fw::inference
