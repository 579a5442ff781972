// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine_api/job.h"
#include "engine_api/requests.h"

namespace fw::engine {

/// First encodes what the cache lacks of a run that has not begun, where the build can read clips.
engine_api::Outcome run_train(const engine_api::TrainRequest& request, engine_api::JobContext& job);

/// What resume, refit, extend and branch of an ended job ask for (JobKind::again).
nlohmann::json train_again(const engine_api::Command& command, const nlohmann::json& params,
                           const nlohmann::json& result);
/// A run is fitted once, however often its job is resumed (JobKind::begun). It is extended once too, but says
/// so itself: what it is asked for stays until its run file has it.
nlohmann::json train_begun(const nlohmann::json& params);

}  // namespace fw::engine
