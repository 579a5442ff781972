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

/// Everything but the first image. What is left out is the model's own; a seed is drawn.
/// @throws fw::Error as run::read_sampling_options
inference::VideoRequest generation_request(const engine_api::GenerateRequest& request,
                                           const catalog::ModelSpec& facts);

}  // namespace fw::engine
