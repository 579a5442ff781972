// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine_api/job.h"

namespace fw::engine {

/// Trains a run (training/trainer.h) from its newest whole checkpoint to its end.
/// Params: {"run": the run's folder, as run::create_run made it, "checkpoint": folder of a checkpoint to
/// go on from instead, or "", "extend": steps to add to a run that is at its end}. Verb::branch: instead
/// {"branch_from": a run's folder, whose newest weights a new run beside it starts from, "branch_id": made by
/// the queue, "settings": ["key=value", …] for the new run}. Result: {"run", "step", "result": folder, when
/// the run wrote one}.
engine_api::Outcome run_train(const nlohmann::json& params, engine_api::JobContext& context);

}  // namespace fw::engine
