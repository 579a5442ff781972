// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "dataset/bucket_fit.h"
#include "interchange/import_list.h"
#include "project/clip_filter.h"
#include "project/project.h"
#include "project/work.h"

namespace fw::project {

enum class ExportedClips {
  by_reference,  ///< lists name the sources in place; sidecars get links to them, or copies
  cut,           ///< each sample in its own file: cut, cropped, resized, at its frame rate
};

struct ExportOptions {
  interchange::Layout layout = interchange::Layout::lists;  ///< must not be automatic
  ExportedClips clips = ExportedClips::by_reference;
  ClipFilter filter{};
  std::string id_token{};  ///< prefixed to the captions
  // For cut clips:
  std::vector<catalog::Bucket> buckets{};  ///< target sizes; empty: each clip keeps its own size and length
  double fps = 0;                          ///< 0: the source's frames as they are
  dataset::LongClips long_clips = dataset::LongClips::beginning;
  int crf = 17;
  WorkOptions work{};
};

struct ExportReport {
  int64_t clips = 0;                            ///< in the list
  int64_t files = 0;                            ///< rows of the list; more than clips if long ones were split
  std::vector<interchange::RowFault> faults{};  ///< omitted clips, and data that the layout cannot represent
};
void describe(auto& fields, ExportReport& report) {
  fields("clips", report.clips);
  fields("files", report.files);
  fields("faults", report.faults);
}

/// Writes the matching clips to `folder` in a layout that other trainers, and import_clips(), can read. Never
/// changes existing files: lists of references may go into a folder with other files; cut clips and sidecars
/// need an empty or missing folder. A failed export removes the files it created; a killed one leaves clips
/// without a list, and its folder cannot be used again. If the file system does not support links, sidecars
/// get copies of their sources.
/// @throws fw::Error base.file_exists, base.folder_not_empty, base.write_failed;
///   fw::Cancelled. Thread: as Project; starts its own.
ExportReport export_clips(const Project& project, const std::filesystem::path& folder,
                          const ExportOptions& options);

}  // namespace fw::project
