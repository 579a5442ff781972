// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "engine_api/plan.h"
#include "run/run_settings.h"
#include "workflow/run_facts.h"

namespace fw::workflow {

/// A run's needs besides memory.
struct RunNeeds {
  int64_t steps = 0;
  double encoding_s = 0;         ///< of clips that are missing from the cache; 0: none, or unknown
  int64_t checkpoint_bytes = 0;  ///< of all checkpoints that exist at the same time
  int64_t cache_bytes = 0;       ///< still to be written
};

RunNeeds needs_of(const engine_api::RunPlan& plan, const run::RunSettings& settings, const RunFacts& facts);

/// Mean seconds of an update. A plan of a dataset that is not frozen yet knows only the buckets; the facts
/// know the samples of each.
double step_seconds(const engine_api::RunPlan& plan, const RunFacts& facts, const engine_api::StepTime& time);

/// Seconds of the whole run: updates, checkpoints, validations, held-out losses, encoding.
double total_seconds(const engine_api::RunPlan& plan, const run::RunSettings& settings, const RunFacts& facts,
                     double step_s);

/// Shortages other than that of device memory: disk, host memory, attention in bf16.
std::vector<Fault> shortages(const engine_api::RunPlan& plan, const run::RunSettings& settings,
                             const RunNeeds& needs);

/// Why this number of processes cannot train a run with these settings; nullopt if it can.
std::optional<Fault> process_fault(const run::RunSettings& settings, int64_t processes);

}  // namespace fw::workflow
