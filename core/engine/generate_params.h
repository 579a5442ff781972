// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catalog/model_spec.h"
#include "engine_api/requests.h"
#include "inference/video_pipeline.h"

/// Converts a request for a clip to the pipeline's parameters; also used for its plan.
namespace fw::engine {

/// Resolves a request's type for a device. @throws fw::Error config.* for a folder that is not a model
torch::Dtype dtype_of(catalog::Dtype dtype, torch::Device device, const catalog::ModelSource& model);

/// @throws fw::Error tensor.unknown_device, config.*
inference::PipelineOptions generation_options(const engine_api::GenerateRequest& request);

/// The GPUs on which one process may place the clip's transformer, the request's device first: all of them,
/// unless the request names one or is made by several processes. @throws fw::Error tensor.unknown_device
std::vector<torch::Device> placeable_devices(const engine_api::GenerateRequest& request);

/// Everything except its conditions. Fills in the model's defaults and draws a seed.
/// @throws fw::Error as run::read_sampling_options
inference::VideoRequest generation_request(const engine_api::GenerateRequest& request,
                                           const catalog::ModelSpec& facts);

/// The first image, then the other conditions, with the right number of frames but placeholder pixels.
/// @param fps  of the clip @throws fw::Error media.* for a file that is not a picture or video
/// Cost: reads videos completely.
std::vector<families::Condition> condition_shapes(const engine_api::GenerateRequest& request, double fps);

}  // namespace fw::engine
