// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "base/file_lock.h"

namespace fw::workflow {

/// A folder for the output of the processes of one job, next to those of earlier jobs. Keeps the latest few
/// and those of running jobs. Thread: one at a time; several programs may use it.
class RankLogs {
 public:
  /// @param all  the parent folder, which need not exist
  explicit RankLogs(const std::filesystem::path& all);

  /// Empty if it could not be created: then processes share this process's output.
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  std::optional<FileLock> lock_;  ///< held while the job runs
};

}  // namespace fw::workflow
