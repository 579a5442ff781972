// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine_api/job.h"
#include "engine_api/requests.h"

namespace fw::engine {

engine_api::Outcome run_links(const engine_api::LinksRequest& request, engine_api::JobContext& context);

}  // namespace fw::engine
