// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "engine_api/requests.h"
#include "run/run_folder.h"

/// How a run begins: the same in the window, on the command line and in the sample job.
namespace fw::workflow {

/// A frozen run and the jobs that train it, in this order.
struct Launch {
  std::optional<engine_api::PrecomputeRequest> precompute;  ///< where the cache lacks something of the run's
  engine_api::TrainRequest train;
};

/// Freezes a run, whose own copy of the dataset is what precompute fills in. While that happens no clean-up
/// takes entries of the cache that the run relies on.
/// @param file  the run file, whose name a run without one gets
/// @throws fw::Error the run's first fault; as run::create_run
/// Thread: any. Cost: reads the dataset, and looks at each entry of the cache.
Launch launch_run(run::RunFile run, const std::filesystem::path& file);

}  // namespace fw::workflow
