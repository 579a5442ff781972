// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "base/file_lock.h"

namespace fw::project {

/// A folder for temporary files that only this user may enter, with a name that nobody can guess; gone with
/// the object. Making one clears away those that processes left behind which were killed. Thread: any, one at
/// a time.
class ScratchFolder {
 public:
  /// @throws fw::Error project.no_scratch
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return folder_; }

 private:
  std::filesystem::path folder_;
  std::optional<FileLock> lock_;  // held: in use
};

}  // namespace fw::project
