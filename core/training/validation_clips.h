// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "config/dataset_manifest.h"
#include "config/run_settings.h"
#include "pipelines/video_pipeline.h"

namespace fw::training {

/// One clip of every validation of a run.
struct ValidationClipPlan {
  std::string name;  ///< of its file: number of the prompt and of the clip
  pipelines::VideoRequest request;
  std::string image;  ///< file of its first frame; empty for text-to-video
};

/// @param usual_size  of clips whose prompt names none
std::vector<ValidationClipPlan> plan_validation_clips(const config::RunSettings& settings,
                                                      const config::Bucket& usual_size);

/// How a run's settings want its validation clips made. @param device  that computes
pipelines::PipelineOptions validation_options(const config::RunSettings& settings, torch::Device device);

/// The size of most of the samples; of validation clips, too, unless their prompt says another.
config::Bucket most_frequent_bucket(const config::DatasetManifest& samples);

}  // namespace fw::training
