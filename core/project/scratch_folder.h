// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "base/file_lock.h"

namespace fw::project {

/// A temporary folder with a random name that only this user can access; deleted with the object. Creating
/// one also removes folders that killed processes have left behind. Thread: any, one at a time.
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
  std::optional<FileLock> lock_;  // held while in use
};

}  // namespace fw::project
