// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "engine_api/job.h"

namespace fw::engine {

/// The loss of a cached dataset at fixed timesteps and noises, of a model with or without LoRAs: what tells
/// two checkpoints apart.
/// @param params  dataset (precomputed), cache, model, loras [{file, weight}], timesteps (8), noises (4),
///   seed (0), task, device, dtype
/// @return  {"mean", "timesteps": [..], "by_timestep": [..], "samples": [{"id", "losses": [..]}]}
/// @throws fw::Error as training reads its data; engine.no_samples; fw::Cancelled
engine_api::Outcome run_loss(const nlohmann::json& params, engine_api::JobContext& context);

}  // namespace fw::engine
