// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "interchange/import_list.h"
#include "project/project.h"

namespace fw::project {

/// Stores the problems of an import of `paths` in the project's folder, in addition to those of earlier
/// imports: for the same files and lists, only the new problems remain. @throws fw::Error base.write_failed.
/// Thread: as Project.
void keep_import_problems(const Project& project, std::span<const std::filesystem::path> paths,
                          std::span<const interchange::RowFault> faults);

/// Returns the stored problems that still apply: not those of files that have become clips, or of files and
/// lists that no longer exist. Empty if they cannot be read. Thread: as Project.
std::vector<interchange::RowFault> import_problems(const Project& project);

/// Removes these problems. @throws fw::Error base.write_failed. Thread: as Project.
void dismiss_import_problems(const Project& project, std::span<const interchange::RowFault> faults);

}  // namespace fw::project
