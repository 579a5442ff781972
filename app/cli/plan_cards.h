// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.h"
#include "engine_api/requests.h"

namespace fw::cli {

enum class CardsOutput { table = 1, csv };

/// Forecasts the request's run or clip on several GPUs. @return the exit code: failure if no mesh fits
int plan_cards(const Session& session, const engine_api::PlanRequest& request, const std::string& title,
               CardsOutput output);

}  // namespace fw::cli
