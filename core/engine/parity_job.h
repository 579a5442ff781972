// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine_api/job.h"

namespace fw::engine {

/// Recomputes reference cases (core/parity).
/// Params: {"cases": ["…"], "device": "cpu" or "cuda:N", "dtype": "fp32" or "bf16"}.
/// Result: {"cases": [parity::to_json], "passed": n, "failed": n, "skipped": n, "refused": n}; cases that
/// fail do not fail the job.
engine_api::Outcome run_parity_job(const nlohmann::json& params, engine_api::JobContext& context);

}  // namespace fw::engine
