// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.h"
#include "engine_api/plan.h"
#include "run/preset.h"
#include "workflow/run_facts.h"

/// Shared by the commands plan and preset.
namespace fw::cli {

/// "it fits", or by how much it does not.
std::string verdict_text(int64_t needed, int64_t there);

/// Prints each phase, whether it fits, the disk space and the time of the run with these settings and facts.
void print_plan(const engine_api::RunPlan& plan, const run::RunSettings& settings,
                const workflow::RunFacts& facts);

/// print_plan(), then what the user should know before starting the run. @param text, file  of the planned
/// run
void report_plan(const Session& session, const engine_api::RunPlan& plan, const std::string& text,
                 const std::string& file);

nlohmann::json preset_json(const run::Preset& preset);

/// A run with the preset and this model: a plan does not need data. @param settings  "key=value", override
/// the preset
/// @throws fw::Error run.unknown_preset
std::string preset_run_text(const std::string& id, const std::string& model,
                            const std::vector<std::string>& settings);

/// Compares the preset's planned memory with a GPU of this size (0: the preset's).
/// @return the exit code: failure if it does not fit. @throws fw::Error run.unknown_preset
int print_forecast(const Session& session, const std::string& id, int64_t vram_bytes);

}  // namespace fw::cli
