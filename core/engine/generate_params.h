// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catalog/model_spec.h"
#include "engine_api/requests.h"
#include "inference/video_pipeline.h"

/// A request for a clip, as its pipeline takes it; its plan reads the same.
namespace fw::engine {

/// What a request's type means on a device. @throws fw::Error config.* for a folder that is no model
torch::Dtype dtype_of(catalog::Dtype dtype, torch::Device device, const catalog::ModelSource& model);

/// @throws fw::Error tensor.unknown_device, config.*
inference::PipelineOptions generation_options(const engine_api::GenerateRequest& request);

/// The GPUs over which one process may place such a clip's transformer, the request's device first: all, but
/// where the request names one of them or is made by several processes. @throws fw::Error
/// tensor.unknown_device
std::vector<torch::Device> placeable_devices(const engine_api::GenerateRequest& request);

/// Everything but its conditions. What is left out is the model's own; a seed is drawn.
/// @throws fw::Error as run::read_sampling_options
inference::VideoRequest generation_request(const engine_api::GenerateRequest& request,
                                           const catalog::ModelSpec& facts);

/// The first image, then the other conditions: as many frames as each has, of one pixel that is not there.
/// @param fps  of the clip @throws fw::Error media.* for a file that is no picture or video
/// Cost: reads videos through.
std::vector<families::Condition> condition_shapes(const engine_api::GenerateRequest& request, double fps);

}  // namespace fw::engine
