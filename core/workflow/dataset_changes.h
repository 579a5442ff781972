// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>

#include "catalog/model_spec.h"
#include "project/project.h"

namespace fw::workflow {

/// How a project's clips differ from samples of them that were frozen before. A sample of a clip that is
/// split counts for the whole clip.
struct DatasetChanges {
  int64_t added = 0;     ///< clips that are samples now
  int64_t removed = 0;   ///< clips that are not any more
  int64_t captions = 0;  ///< these, of clips that are in both
  int64_t cuts = 0;      ///< the frames, or their rate
  int64_t crops = 0;
  int64_t buckets = 0;
  bool operator==(const DatasetChanges&) const = default;
};

/// Whether `dataset` is a file of the project, such as that of one of its runs: an edit of a clip was meant
/// for it, too. A dataset from elsewhere is what its maker says.
bool is_of_project(const project::Project& project, const std::filesystem::path& dataset);

/// @param dataset  a manifest @param id_token  empty: the project's own
/// @throws fw::Error dataset.manifest_row; as visit_project_samples, where the clips cannot be trained on;
/// fw::Cancelled
/// Thread: any, with a project of its own. Cost: a plan of all clips, and about 100 bytes of memory for each.
DatasetChanges changes_since(const std::filesystem::path& dataset, const project::Project& project,
                             const catalog::ModelSpec& model, const std::string& id_token,
                             const std::stop_token& stop);

}  // namespace fw::workflow
