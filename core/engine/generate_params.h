// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "catalog/model_spec.h"
#include "inference/video_pipeline.h"

/// The parameters of the job "generate" (generate_job.h), as its pipeline takes them; its plan reads the
/// same.
namespace fw::engine {

/// @throws fw::Error engine.bad_choice, tensor.unknown_device, tensor.unknown_dtype, config.*
inference::PipelineOptions generation_options(const nlohmann::json& params);

/// Everything but the first image. What is left out is the model's own; a seed is drawn.
inference::VideoRequest generation_request(const nlohmann::json& params, const catalog::ModelSpec& facts);

}  // namespace fw::engine
