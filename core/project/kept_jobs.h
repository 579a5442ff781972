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

/// Where the jobs of a queue are while they wait and run, so that a crash loses none. A session is one life
/// of a program's queue: its own jobs are written anew at each change, those of a session that died are left
/// over and are offered again. Jobs start programs and write files, so they are kept in the user's own folder
/// and never in a project, which may come from somebody else. Nothing here starts a job.
namespace fw::project {

/// A job as it was frozen when it was queued.
struct KeptJob {
  int64_t id = 0;  ///< in its place; 0 before it is kept
  engine_api::JobSpec spec{};
  bool has_begun = false;           ///< it ran when it was kept last
  bool on_hold = false;             ///< it waited, and was not to start
  std::filesystem::path project{};  ///< the folder of the project that it is for; empty: none
  bool operator==(const KeptJob&) const = default;
};
void describe(auto& fields, KeptJob& job) {
  fields.need("id", job.id);
  describe(fields, job.spec);
  fields("has_begun", job.has_begun);
  fields("on_hold", job.on_hold);
  fields("project", job.project);
}

/// One file per session in the user's folder. Its lock is held while the session lives.
/// Thread: one at a time.
class JobFile {
 public:
  /// The file is made when there is something to keep.
  /// @throws fw::Error base.lock_failed, base.file_in_use when another session has this name
  JobFile(std::filesystem::path folder, std::string session);
  /// Takes away a file that keeps nothing.
  ~JobFile();
  JobFile(const JobFile&) = delete;
  JobFile& operator=(const JobFile&) = delete;

  /// @throws fw::Error base.write_failed
  void keep(std::span<const KeptJob> jobs);

  struct Left {
    std::filesystem::path file;
    std::vector<KeptJob> jobs;
  };
  /// What sessions left that do not live any more. A file that cannot be read is left out.
  static std::vector<Left> left(const std::filesystem::path& folder);
  /// @throws fw::Error base.write_failed
  static void forget(const std::filesystem::path& file, std::span<const int64_t> ids);

 private:
  std::filesystem::path file_;
  std::optional<FileLock> lock_;
};

}  // namespace fw::project
