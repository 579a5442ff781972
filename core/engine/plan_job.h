// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine_api/job.h"

namespace fw::engine {

/// Forecasts a run's memory, time and disk (planner::plan_run), or a clip's memory
/// (planner::plan_generation). It changes nothing and reads no weights; on
/// a thread of its own (jobs::PlannerThread) it may go on beside a run.
/// @param params  {"run_file": path, or "text" and "run_file" for a text that is not saved; "vram_bytes",
/// "card":
///   optional}; or {"generation": parameters of the job "generate"}
/// @return result: planner::RunPlan as JSON
engine_api::Outcome run_plan(const nlohmann::json& params, engine_api::JobContext& context);

}  // namespace fw::engine
