// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catalog/model_spec.h"
#include "run/run_folder.h"

/// Validation prompts can change after a run was frozen: validation_prompts.txt in its folder then contains
/// them, one per line, in the format of validation.validation_prompts. They apply from the next validation.
/// Empty lines are skipped; a file without prompts disables clips.
namespace fw::run {

/// Returns nullopt if they were not changed. @throws fw::Error base.read_failed. Thread: any.
std::optional<std::vector<std::string>> read_changed_prompts(const RunPaths& run);

/// Splits into lines, without surrounding spaces.
std::vector<std::string> prompts_of(std::string_view text);

/// Returns every problem that prevents clips of these prompts.
/// @param model  of the run; null: does not check sizes against it
std::vector<Fault> check_prompts(const RunSettings& settings, const std::vector<std::string>& prompts,
                                 const catalog::ModelSpec* model);

/// @throws fw::Error base.write_failed. Thread: any, also while the run is training.
void write_changed_prompts(const RunPaths& run, const std::vector<std::string>& prompts);

}  // namespace fw::run
