// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/file_lock.h"
#include "engine_api/commands.h"

/// Stores the jobs of a queue while they wait and run, so that a crash loses none. A session is one run of a
/// program's queue: its file is rewritten at each change, and jobs of a dead session are offered again.
/// Because jobs start programs and write files, they are stored in the user's own folder and never in a
/// project, which may come from somebody else. Nothing here starts a job.
namespace fw::project {

/// A job as it was when it was queued.
struct KeptJob {
  int64_t id = 0;  ///< within its file; 0 before it is stored
  engine_api::JobSpec spec{};
  bool has_begun = false;           ///< it was running when last stored
  bool on_hold = false;             ///< it was waiting and was not to start
  std::filesystem::path project{};  ///< folder of the project it belongs to; empty: none
  bool operator==(const KeptJob&) const = default;
};
void describe(auto& fields, KeptJob& job) {
  fields.need("id", job.id);
  describe(fields, job.spec);
  fields("has_begun", job.has_begun);
  fields("on_hold", job.on_hold);
  fields("project", job.project);
}

/// One file per session in the user's folder, locked while the session lives.
/// Thread: one at a time.
class JobFile {
 public:
  /// Creates the file only when there are jobs to store.
  /// @throws fw::Error base.lock_failed, base.file_in_use if another session has this name
  JobFile(std::filesystem::path folder, std::string session);
  /// Removes a file without jobs.
  ~JobFile();
  JobFile(const JobFile&) = delete;
  JobFile& operator=(const JobFile&) = delete;

  /// @throws fw::Error base.write_failed
  void keep(std::span<const KeptJob> jobs);

  struct Left {
    std::filesystem::path file;
    std::vector<KeptJob> jobs;
  };
  /// Returns the jobs of sessions that have ended. Skips files that cannot be read.
  static std::vector<Left> left(const std::filesystem::path& folder);
  /// @throws fw::Error base.write_failed
  static void forget(const std::filesystem::path& file, std::span<const int64_t> ids);

 private:
  std::filesystem::path file_;
  std::optional<FileLock> lock_;
};

}  // namespace fw::project
