// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "dataset/dataset_manifest.h"
#include "inference/video_pipeline.h"
#include "run/run_settings.h"

namespace fw::training {

/// One clip of each validation of a run.
struct ValidationClipPlan {
  std::string name;  ///< file stem: number of the prompt and of the clip
  inference::VideoRequest request;
  std::string image;       ///< file with its first frame; empty for text-to-video
  std::string last_image;  ///< likewise of its last frame; empty if it has none
};

/// @param usual_size  size of clips whose prompt does not name one
std::vector<ValidationClipPlan> plan_validation_clips(const run::RunSettings& settings,
                                                      const catalog::Bucket& usual_size);

/// The size of most samples, and the default size of validation clips.
catalog::Bucket most_frequent_bucket(const dataset::DatasetManifest& samples);

}  // namespace fw::training
