// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine_api/job.h"
#include "engine_api/requests.h"

namespace fw::engine {

/// For a run that has not begun, first encodes missing cache entries, if the build can read clips.
engine_api::Outcome run_train(const engine_api::TrainRequest& request, engine_api::JobContext& job);

/// Parameters of the job for resuming, refitting, extending or branching an ended job (JobKind::again).
nlohmann::json train_again(const engine_api::Command& command, const nlohmann::json& params,
                           const nlohmann::json& result);
/// A run is refitted only once, however often its job is resumed (JobKind::begun). It is also extended only
/// once, but ensures that itself: the request is kept until the run file includes it.
nlohmann::json train_begun(const nlohmann::json& params);

}  // namespace fw::engine
