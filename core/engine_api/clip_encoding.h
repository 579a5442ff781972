// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>

#include "catalog/model_spec.h"
#include "dataset/clip_keys.h"
#include "engine_api/requests.h"

namespace fw::engine_api {

/// Where a run's networks compute, which determines the type in which clips are cached.
enum class Processor { cpu = 1, gpu };
/// @param device  the run's, such as "auto"
Processor processor_of(const std::string& device, bool has_gpu);

/// How such a job encodes clips. If the model's networks cannot be read, they get no identity, so that no
/// existing entry matches. Cost: see dataset::identify_networks(). @throws fw::Cancelled
dataset::ClipEncoding clip_encoding(const PrecomputeRequest& request, const catalog::ModelSpec& model,
                                    Processor processor, const std::stop_token& stop);

/// Includes the text encoders: gigabytes, which the first call reads.
dataset::ClipEncoding whole_encoding(const PrecomputeRequest& request, const catalog::ModelSpec& model,
                                     Processor processor, const std::stop_token& stop);

}  // namespace fw::engine_api
