// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "planner/fit.h"
#include "planner/planner.h"

namespace fw::planner {

/// Fits a run to the request's memory, or to the free memory of its device, by dry runs of one combination of
/// settings after another. Step times are forecast for the request's GPU, the GPU of this computer, or one of
/// that memory size. On a GPU without attention in bf16, a run in bf16 becomes one in fp16, unless the scope
/// is FitScope::same_course.
/// @throws fw::Error as plan_run, planner.no_limit (no memory given and no GPU); fw::Cancelled
/// Thread: any. Cost: about ten plans.
engine_api::RunFit fit_run(const PlanRequest& request, const std::stop_token& stop,
                           FitScope scope = FitScope::all);

}  // namespace fw::planner
