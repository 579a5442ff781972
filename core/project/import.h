// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "interchange/import_list.h"
#include "project/figures.h"
#include "project/project.h"

namespace fw::project {

struct ImportOptions {
  int64_t min_frames = 1;        ///< shorter clips are rejected
  bool update_captions = false;  ///< adopt captions that have changed since their clips were imported
  WorkOptions work{};
};

struct ImportReport {
  int64_t imported = 0;
  int64_t already_there = 0;                      ///< the project has the same file and cut
  int64_t captions_updated = 0;                   ///< of the clips already in the project
  std::vector<interchange::RowFault> faults{};    ///< rows that were not or only partly imported
  std::vector<interchange::RowFault> warnings{};  ///< about rows that were imported or skipped
  int64_t more_faults = 0;  ///< faults and warnings beyond the first 10,000 of each, which are not stored
};
void describe(auto& fields, ImportReport& report) {
  fields("imported", report.imported);
  fields("already_there", report.already_there);
  fields("captions_updated", report.captions_updated);
  fields("faults", report.faults);
  fields("warnings", report.warnings);
  fields("more_faults", report.more_faults);
}

/// Adds the clips that `paths` name (see visit_import_rows): each file is hashed, decoded completely and
/// measured; files are not changed or copied. Imports the good rows and reports the others: missing, not
/// decodable, too short, duplicate content. A known clip keeps its caption; a caption that has changed in its
/// file or list is adopted or reported. Commits about every 64 clips; the whole import is one undo step. If
/// stopped, throws fw::Cancelled and keeps what was committed; importing again continues from there. Thread:
/// as Project; starts its own. Memory: depends on threads, not on clips.
ImportReport import_clips(Project& project, std::span<const std::filesystem::path> paths,
                          const interchange::ListOptions& list = {}, const ImportOptions& options = {});

}  // namespace fw::project
