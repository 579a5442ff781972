// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>

#include "catalog/model_spec.h"
#include "project/bucket_plan.h"
#include "project/samples.h"

namespace fw::workflow {

inline constexpr ErrorCode no_dataset{
    "train.no_dataset", FW_TEXT("errors", "{key} is missing: this project has no clips in buckets yet."),
    FW_TEXT("errors", "Put its clips into buckets on the Dataset page, or choose a dataset file.")};

/// The clips of a plan as samples, without those that fit no bucket.
/// @throws fw::Error the plan's first error if nothing remains, as project::visit_samples
void visit_plan_samples(const project::Project& project, const project::BucketPlan& plan,
                        const project::SampleOptions& options, const dataset::TakeSample& take);
/// Returns all samples at once.
dataset::DatasetManifest manifest_of(const project::Project& project, const project::BucketPlan& plan,
                                     const project::SampleOptions& options);

/// The project's clips as samples for a model, in the project's buckets, or in those best for the model if it
/// has none; skips clips that fit no bucket. @param id_token  empty: the project's own
/// @return the bucket of each clip
/// @throws fw::Error the first reason why they cannot be trained on; fw::Cancelled
/// Thread: any, with its own project object.
project::BucketPlan visit_project_samples(const project::Project& project, const catalog::ModelSpec& model,
                                          const std::string& id_token, const std::stop_token& stop,
                                          const dataset::TakeSample& take);

}  // namespace fw::workflow
