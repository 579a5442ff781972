// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.h"
#include "engine_api/plan.h"
#include "run/preset.h"

/// What the commands plan and preset share.
namespace fw::cli {

/// "it fits", or by how much it does not.
std::string verdict_text(int64_t needed, int64_t there);

/// As text: each phase, whether it fits, the cache, the time of a step.
void print_plan(const engine_api::RunPlan& plan);

nlohmann::json preset_json(const run::Preset& preset);

/// A run of the preset with that model: a plan needs no data. @param settings  "key=value" laid over it
/// @throws fw::Error run.unknown_preset
std::string preset_run_text(const std::string& id, const std::string& model,
                            const std::vector<std::string>& settings);

/// What the preset was planned to need, against a card with so much memory (0: the preset's).
/// @return the exit code: failed where it does not fit. @throws fw::Error run.unknown_preset
int print_forecast(const Session& session, const std::string& id, int64_t vram_bytes);

}  // namespace fw::cli
