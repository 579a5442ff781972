// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catalog/model_spec.h"
#include "run/run_folder.h"

/// The prompts of validation clips may change after a run was frozen: then validation_prompts.txt in its
/// folder has them, one a line, each as in validation.validation_prompts. They count from the next
/// validation on. Empty lines are skipped; a file without prompts makes no clips.
namespace fw::run {

/// Nothing while nobody changed them. @throws fw::Error base.read_failed. Thread: any.
std::optional<std::vector<std::string>> read_changed_prompts(const RunPaths& run);

/// One a line. Spaces around them do not count.
std::vector<std::string> prompts_of(std::string_view text);

/// All that forbids clips of these prompts, at once.
/// @param model  of the run; null: sizes are not checked against it
std::vector<Fault> check_prompts(const RunSettings& settings, const std::vector<std::string>& prompts,
                                 const catalog::ModelSpec* model);

/// @throws fw::Error base.write_failed. Thread: any; while the run is trained, too.
void write_changed_prompts(const RunPaths& run, const std::vector<std::string>& prompts);

}  // namespace fw::run
