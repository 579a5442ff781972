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
  catalog::ModelSource source{};  ///< empty folder: none is chosen, or it no longer exists
};
/// Returns the model that the project's run file trains, so that clips are prepared for the run. If it names
/// none, uses the settings "model_folder" (of older projects) and "model", then the first published model.
/// Thread: as Project. Cost: reads the run file and the model's configurations.
ChosenModel chosen_model(const Project& project);

/// How to assign clips to buckets.
struct BucketRequest {
  catalog::ModelSpec model{};
  std::vector<catalog::Bucket> buckets{};  ///< empty: the project's own, or a proposal if it has none
  bool propose = false;                    ///< always make a proposal
  dataset::BucketBudget budget{};          ///< for the proposal; its batch size also applies to the warnings
  double fps = 0;                          ///< 0: frames as they are
  dataset::LongClips long_clips = dataset::LongClips::beginning;
  double max_crop_share = 0.25;  ///< warn above this
  ClipFilter filter{};
};

/// The request from the project's settings ("fps", "batch_size", "long_clips"), for samples of `model`.
BucketRequest project_request(const Project& project, catalog::ModelSpec model);

/// The bucket of each clip, and what is lost. Shapes and assignments are parallel lists.
struct BucketPlan {
  std::vector<catalog::Bucket> buckets{};
  std::vector<Fault> explanation{};  ///< sentences that explain a proposal
  std::vector<dataset::ClipShape> shapes{};
  std::vector<dataset::BucketAssignment> assignments{};
  dataset::BucketTotals totals{};
  int64_t samples_an_epoch = 0;    ///< of totals, with the project's repeats and shares
  dataset::BucketLimits limits{};  ///< limits beyond which there are warnings
  std::vector<Fault> errors{};     ///< buckets that the model cannot take; clips that would be left out
  std::vector<Fault> warnings{};   ///< for the user
  std::vector<Fault> unfit{};      ///< one per clip that fits no bucket, with the reason and the clip's file
};

/// Thread: as Project. Cost: O(clips x buckets); for a proposal as propose_buckets.
/// @throws fw::Cancelled while the clips are read
BucketPlan plan_buckets(const Project& project, const BucketRequest& request, const WorkOptions& work = {});

}  // namespace fw::project
