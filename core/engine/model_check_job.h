// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "engine_api/job.h"

namespace fw::engine {

/// params {"folder", "parts": {name: path} of components elsewhere}: checks a model; or {"config",
/// "manifest"}: compares one network with a list. Result: engine::ModelReport, or {"components": [one]}, as
/// JSON; faults are part of it.
engine_api::Outcome run_model_check(const nlohmann::json& params, engine_api::JobContext& context);

}  // namespace fw::engine
