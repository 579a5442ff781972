// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "catalog/bucket_rules.h"
#include "catalog/model_spec.h"
#include "dataset/bucket_fit.h"
#include "dataset/bucket_proposal.h"
#include "project/clip_filter.h"
#include "project/project.h"
#include "project/work.h"

namespace fw::project {

/// The model that the project's clips are prepared for.
struct ChosenModel {
  catalog::ModelSpec model{};
  catalog::ModelSource source{};  ///< of an empty folder: none is chosen, or it has gone
};
/// The one that the project's run file trains, so that clips are prepared as a run will use them. Where that
/// names none, what the settings "model_folder" (of older projects) and "model" say; else the first published
/// model. Thread: as Project. Cost: reads the run file and the model's configurations.
ChosenModel chosen_model(const Project& project);

/// How clips are to be put into buckets.
struct BucketRequest {
  catalog::ModelSpec model{};
  std::vector<catalog::Bucket> buckets{};  ///< empty: the project's own, and where it has none a proposal
  bool propose = false;                    ///< a proposal in any case
  dataset::BucketBudget budget{};          ///< of the proposal; its batch size counts for the warnings too
  double fps = 0;                          ///< 0: frames as they are
  dataset::LongClips long_clips = dataset::LongClips::beginning;
  double max_crop_share = 0.25;  ///< more is warned about
  ClipFilter filter{};
};

/// What the project's settings ask for ("fps", "batch_size", "long_clips"), for samples of `model`.
BucketRequest project_request(const Project& project, catalog::ModelSpec model);

/// Which clip goes where, and what is lost. Parallel lists: shapes and assignments.
struct BucketPlan {
  std::vector<catalog::Bucket> buckets{};
  std::vector<Fault> explanation{};  ///< sentences of the proposal, when it is one
  std::vector<dataset::ClipShape> shapes{};
  std::vector<dataset::BucketAssignment> assignments{};
  dataset::BucketTotals totals{};
  dataset::BucketLimits limits{};  ///< beyond which there are warnings
  std::vector<Fault> errors{};     ///< the model cannot take a bucket; clips would be left out
  std::vector<Fault> warnings{};   ///< a person should know
  std::vector<Fault> unfit{};  ///< each clip that fits no bucket, and why; faults name clips by their files
};

/// Thread: as Project. Cost: O(clips x buckets); of a proposal as propose_buckets.
/// @throws fw::Cancelled while the clips are read
BucketPlan plan_buckets(const Project& project, const BucketRequest& request, const WorkOptions& work = {});

}  // namespace fw::project
