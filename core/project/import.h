// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "interchange/import_list.h"
#include "project/figures.h"
#include "project/project.h"

namespace fw::project {

struct ImportOptions {
  int64_t min_frames = 1;        ///< clips with fewer are refused as too short
  bool update_captions = false;  ///< take captions that have changed since their clips were imported
  WorkOptions work{};
};

struct ImportReport {
  int64_t imported = 0;
  int64_t already_there = 0;                      ///< the same file and cut is in the project
  int64_t captions_updated = 0;                   ///< of these
  std::vector<interchange::RowFault> faults{};    ///< rows that were not imported, or not wholly
  std::vector<interchange::RowFault> warnings{};  ///< of what was imported, or passed over
  int64_t more_faults = 0;  ///< faults and warnings beyond the first 10,000 of each, which are not kept
};
void describe(auto& fields, ImportReport& report) {
  fields("imported", report.imported);
  fields("already_there", report.already_there);
  fields("captions_updated", report.captions_updated);
  fields("faults", report.faults);
  fields("warnings", report.warnings);
  fields("more_faults", report.more_faults);
}

/// Adds the clips that `paths` name (see visit_import_rows): each file is hashed, read through, decoded and
/// measured; files are not changed or copied. The good rows are imported, the others reported: missing, not
/// decodable, too short, the same content as another. A known clip keeps its caption; a caption that
/// has changed since, in its file or list, is taken or reported. Committed every 64 clips or so,
/// undone as one step. When stopped, fw::Cancelled is thrown and what was committed stays; importing again
/// continues from there. Thread: as Project; starts its own. Memory: bound by the threads, not by the clips.
ImportReport import_clips(Project& project, std::span<const std::filesystem::path> paths,
                          const interchange::ListOptions& list = {}, const ImportOptions& options = {});

}  // namespace fw::project
