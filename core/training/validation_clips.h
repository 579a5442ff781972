// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "dataset/dataset_manifest.h"
#include "inference/video_pipeline.h"
#include "run/run_settings.h"

namespace fw::training {

/// One clip of every validation of a run.
struct ValidationClipPlan {
  std::string name;  ///< of its file: number of the prompt and of the clip
  inference::VideoRequest request;
  std::string image;  ///< file of its first frame; empty for text-to-video
};

/// @param usual_size  of clips whose prompt names none
std::vector<ValidationClipPlan> plan_validation_clips(const run::RunSettings& settings,
                                                      const catalog::Bucket& usual_size);

/// The size of most of the samples; of validation clips, too, unless their prompt says another.
catalog::Bucket most_frequent_bucket(const dataset::DatasetManifest& samples);

}  // namespace fw::training
