// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine_api/job.h"
#include "engine_api/requests.h"

namespace fw::engine {

engine_api::Outcome run_generate(const engine_api::GenerateRequest& request, engine_api::JobContext& context);

}  // namespace fw::engine
