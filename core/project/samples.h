// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "dataset/bucket_fit.h"
#include "dataset/dataset_manifest.h"
#include "project/clip_filter.h"
#include "project/clips.h"
#include "project/project.h"
#include "project/work.h"

/// From clips to what a run trains on.
namespace fw::project {

/// The clips as bucketing sees them, frames counted at `fps` (0: as they are), in the list's order.
/// @throws fw::Cancelled
std::vector<dataset::ClipShape> clip_shapes(const Project& project, double fps, const ClipFilter& filter = {},
                                            const WorkOptions& work = {});

/// The bucket in which a clip keeps its size and all of its frames; edges are even, as H.264 wants them.
catalog::Bucket own_size(const dataset::ClipShape& shape);
/// A clip as a sample of its own size, its frames as they are.
dataset::DatasetSample own_sample(const Project& project, const ClipRow& row);

struct SampleOptions {
  double fps = 0;  ///< frames a second to which videos are resampled; 0: their frames as they are
  std::string id_token{};
};

/// Freezes clips as samples, one after the other. Clips without a fit are left out: the caller has reported
/// them.
/// @param assignments  of dataset::assign_buckets over clip_shapes()
/// @throws fw::Error project.bad_fps, as clip_shapes() does
void visit_samples(const Project& project, std::span<const dataset::BucketAssignment> assignments,
                   const SampleOptions& options, const dataset::TakeSample& take);
/// All of them at once.
dataset::DatasetManifest make_manifest(const Project& project,
                                       std::span<const dataset::BucketAssignment> assignments,
                                       const SampleOptions& options);
/// Straight into a dataset.jsonl. @throws as visit_samples and dataset::ManifestWriter
void write_manifest(const std::filesystem::path& file, Existing existing, const Project& project,
                    std::span<const dataset::BucketAssignment> assignments, const SampleOptions& options);

}  // namespace fw::project
