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

/// Turns clips into training samples.
namespace fw::project {

/// The clips as input to bucketing, with frames counted at `fps` (0: as they are), in list order.
/// @throws fw::Cancelled
std::vector<dataset::ClipShape> clip_shapes(const Project& project, double fps, const ClipFilter& filter = {},
                                            const WorkOptions& work = {});

/// The bucket that preserves a clip's size and all of its frames; sides are even, as H.264 requires.
catalog::Bucket own_size(const dataset::ClipShape& shape);
/// A clip as a sample in its own size with its own frames.
dataset::DatasetSample own_sample(const Project& project, const ClipRow& row);

struct SampleOptions {
  double fps = 0;          ///< frame rate to which videos are resampled; 0: their frames as they are
  std::string id_token{};  ///< trigger word; all else about captions is in the project's caption_rules.h
  /// Repeats and weights as the project's repeats.h and weights.h say; a copy's id ends with x2, x3, …
  bool repeats = true;
};

/// Creates samples from clips, one at a time. Skips clips without a fitting bucket: the caller has reported
/// them.
/// @param assignments  from dataset::assign_buckets over clip_shapes()
/// @throws fw::Error project.bad_fps, as clip_shapes()
void visit_samples(const Project& project, std::span<const dataset::BucketAssignment> assignments,
                   const SampleOptions& options, const dataset::TakeSample& take);
/// Returns all samples at once.
dataset::DatasetManifest make_manifest(const Project& project,
                                       std::span<const dataset::BucketAssignment> assignments,
                                       const SampleOptions& options);
/// Writes the samples to a dataset.jsonl. @throws as visit_samples and dataset::ManifestWriter
void write_manifest(const std::filesystem::path& file, Existing existing, const Project& project,
                    std::span<const dataset::BucketAssignment> assignments, const SampleOptions& options);

}  // namespace fw::project
