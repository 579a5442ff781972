// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "project/project.h"
#include "project/work.h"

namespace fw::project {

struct MissingSource {
  int64_t source_id = 0;
  std::string path{};  ///< as stored
  std::string hash{};
  int64_t bytes = 0;
};
/// Sources whose file is missing. Cost: one stat each.
std::vector<MissingSource> missing_sources(const Project& project);

/// Sources whose file has different content than when it was imported. Only reads files whose size or time
/// differs. Unreadable files count as changed. @throws fw::Cancelled
std::vector<MissingSource> changed_sources(const Project& project, const WorkOptions& options = {});

/// For a source that relink_sources() did not find.
inline constexpr ErrorCode source_not_found{
    "project.source_not_found", FW_TEXT("errors", "{file} was not found."),
    FW_TEXT("errors",
            "Look in the folder that it was moved to, put it back, or remove its clips from the project."),
    Blame::input};

struct RelinkReport {
  int64_t relinked = 0;
  std::vector<std::string> still_missing{};
};
void describe(auto& fields, RelinkReport& report) {
  fields("relinked", report.relinked);
  fields("still_missing", report.still_missing);
}
/// Searches `folders`, recursively, for the content of missing and changed sources, and points the project to
/// the files found: one undo step. Only files of the right size are read.
/// @throws fw::Cancelled, project.read_only
RelinkReport relink_sources(Project& project, std::span<const std::filesystem::path> folders,
                            const WorkOptions& options = {});

}  // namespace fw::project
