// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "planner/fit.h"
#include "planner/planner.h"

namespace fw::planner {

/// Fits a run to the request's memory, or to what is free on its device, by dry runs of one choice of
/// settings after the other. The price of a choice is forecast for the request's card, the one that is here,
/// or one of that size. On a card without attention in bf16, a run in bf16
/// becomes one in fp16, unless the scope is FitScope::same_course.
/// @throws fw::Error as plan_run, planner.no_limit (no memory named and no GPU here); fw::Cancelled
/// Thread: any. Cost: some ten plans.
engine_api::RunFit fit_run(const PlanRequest& request, const std::stop_token& stop,
                           FitScope scope = FitScope::all);

}  // namespace fw::planner
