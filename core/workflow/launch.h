// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "engine_api/requests.h"
#include "run/run_folder.h"

/// Starts a run: shared by the window, the command line and the sample job.
namespace fw::workflow {

/// Why a run with these settings could not load its model: required weights are missing.
/// @param is_encoded  whether its dataset is; then a run without prompts loads only the transformer
/// Thread: any. Cost: the headers of the weights.
std::optional<Fault> model_obstacle(const run::RunSettings& settings, bool is_encoded);

/// Freezes a run. Its job encodes missing entries for the run's own copy of the dataset. Meanwhile no
/// clean-up removes cache entries that the run relies on.
/// @param file  the run file; its name is the default name of the run
/// @param processes  as run::create_run
/// @return its job
/// @throws fw::Error the run's first fault; that of model_obstacle(); as run::create_run
/// Thread: any. Cost: reads the dataset.
engine_api::TrainRequest launch_run(run::RunFile run, const std::filesystem::path& file,
                                    int64_t processes = 1);

}  // namespace fw::workflow
