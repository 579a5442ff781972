// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine_api/job.h"
#include "engine_api/profile.h"

namespace fw::engine {

/// @throws fw::Error engine.bad_profile; errors of the run file and of starting a run
engine_api::Outcome run_profile(const engine_api::ProfileRequest& request, engine_api::JobContext& context);

}  // namespace fw::engine
