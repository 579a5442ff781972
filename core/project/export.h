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
  by_reference,  ///< lists name the sources where they are; sidecars get links to them, or copies
  cut,           ///< each sample as a file of its own: cut, cropped, resized, at its frame rate
};

struct ExportOptions {
  interchange::Layout layout = interchange::Layout::lists;  ///< not automatic
  ExportedClips clips = ExportedClips::by_reference;
  ClipFilter filter{};
  std::string id_token{};  ///< put before the captions
  // Of cut clips:
  std::vector<catalog::Bucket> buckets{};  ///< sizes to bring them to; empty: each in its own size and length
  double fps = 0;                          ///< 0: the source's frames as they are
  dataset::LongClips long_clips = dataset::LongClips::beginning;
  int crf = 17;
  WorkOptions work{};
};

struct ExportReport {
  int64_t clips = 0;  ///< that are in the list
  int64_t files = 0;  ///< rows of the list; more than clips where long ones were split
  std::vector<interchange::RowFault>
      faults{};  ///< clips that are not in it, and what a layout could not hold
};
void describe(auto& fields, ExportReport& report) {
  fields("clips", report.clips);
  fields("files", report.files);
  fields("faults", report.faults);
}

/// Writes the clips that pass the filter to `folder` in a layout that other trainers, and import_clips(),
/// read. Nothing that is there is changed: lists of references may come into a folder that holds other files;
/// cut clips and sidecars want an empty one, which may be missing. An export that fails takes back what it
/// made; one that was killed leaves clips without a list, and its folder is not used again. Where the file
/// system has no links, sidecars get copies of their sources.
/// @throws fw::Error base.file_exists, base.folder_not_empty, base.write_failed;
/// fw::Cancelled Thread: as Project; starts its own.
ExportReport export_clips(const Project& project, const std::filesystem::path& folder,
                          const ExportOptions& options);

}  // namespace fw::project
