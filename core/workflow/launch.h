// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "engine_api/requests.h"
#include "run/run_folder.h"

/// How a run begins: the same in the window, on the command line and in the sample job.
namespace fw::workflow {

/// Why a run with these settings could not load its model: weights that it needs are not there.
/// @param is_encoded  whether its dataset is; then a run without prompts loads the transformer alone
/// Thread: any. Cost: the headers of the weights.
std::optional<Fault> model_obstacle(const run::RunSettings& settings, bool is_encoded);

/// Freezes a run, whose own copy of the dataset is what its job fills in where the cache lacks something of
/// it. While that happens no clean-up takes entries of the cache that the run relies on.
/// @param file  the run file, whose name a run without one gets
/// @param processes  as run::create_run
/// @return its job
/// @throws fw::Error the run's first fault; what model_obstacle() says; as run::create_run
/// Thread: any. Cost: reads the dataset.
engine_api::TrainRequest launch_run(run::RunFile run, const std::filesystem::path& file,
                                    int64_t processes = 1);

}  // namespace fw::workflow
