// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "interchange/import_list.h"
#include "project/project.h"

namespace fw::project {

/// Keeps what an import of `paths` could not use in the project's folder, beside what earlier ones could not:
/// of the same files and lists only what is wrong now. @throws fw::Error base.write_failed. Thread: as
/// Project.
void keep_import_problems(const Project& project, std::span<const std::filesystem::path> paths,
                          std::span<const interchange::RowFault> faults);

/// What was kept and still is not used: not of files that are clips by now, or of files and lists that are
/// gone. Nothing where it cannot be read. Thread: as Project.
std::vector<interchange::RowFault> import_problems(const Project& project);

/// Forgets these. @throws fw::Error base.write_failed. Thread: as Project.
void dismiss_import_problems(const Project& project, std::span<const interchange::RowFault> faults);

}  // namespace fw::project
