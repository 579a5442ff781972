// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "base/file_lock.h"

namespace fw::workflow {

/// A folder of its own for what the processes of one job print, among those of the jobs before it. The latest
/// few stay, and all whose job goes on. Thread: one at a time; several programs may have some.
class RankLogs {
 public:
  /// @param all  the folder of the folders, which need not be there
  explicit RankLogs(const std::filesystem::path& all);

  /// Empty where none could be made: then they share this process's output.
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  std::optional<FileLock> lock_;  ///< while it is held the job goes on
};

}  // namespace fw::workflow
