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
/// Sources whose file is not where it was. Cost: one look at the file system each.
std::vector<MissingSource> missing_sources(const Project& project);

/// Sources whose file has another content than the one that was imported. Only files of another length or
/// time than then are read. What cannot be read counts as changed. @throws fw::Cancelled
std::vector<MissingSource> changed_sources(const Project& project, const WorkOptions& options = {});

/// Of a source that relink_sources() did not find.
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
/// Looks for the missing and the changed sources by their content in `folders` and all folders in them, and
/// points the project to them: one step of the undo history. Only files of the right length are read.
/// @throws fw::Cancelled, project.read_only
RelinkReport relink_sources(Project& project, std::span<const std::filesystem::path> folders,
                            const WorkOptions& options = {});

}  // namespace fw::project
