// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>

#include "catalog/model_spec.h"

namespace fw::project {
class Project;
}

namespace fw::workflow {

/// Differences between a project's clips and samples that were frozen earlier. A sample of a split clip
/// represents the whole clip.
struct DatasetChanges {
  int64_t added = 0;     ///< clips that are now samples
  int64_t removed = 0;   ///< clips that no longer are
  int64_t captions = 0;  ///< for clips that are in both, likewise below
  int64_t cuts = 0;      ///< the frames, or their rate
  int64_t crops = 0;
  int64_t buckets = 0;
  int64_t weights = 0;  ///< of the loss, of draws, or the chance to drop the caption
  bool operator==(const DatasetChanges&) const = default;
};

/// True if `dataset` is a file of the project, such as that of one of its runs: then edits of clips apply to
/// it, too. A dataset from elsewhere is used as it is.
bool is_of_project(const project::Project& project, const std::filesystem::path& dataset);

/// @param dataset  a manifest @param id_token  empty: the project's own
/// @throws fw::Error dataset.manifest_row; as visit_project_samples, if the clips cannot be trained on;
///   fw::Cancelled
/// Thread: any, with its own project object. Cost: plans all clips, with about 100 bytes of memory for each.
DatasetChanges changes_since(const std::filesystem::path& dataset, const project::Project& project,
                             const catalog::ModelSpec& model, const std::string& id_token,
                             const std::stop_token& stop);

}  // namespace fw::workflow
