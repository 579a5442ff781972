// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "training/active_run.h"
#include "training/batch_loader.h"

namespace fw::training {

/// Calls `take` for a micro-batch. While the cache folder cannot be reached, for example on a network drive
/// that is temporarily disconnected, it waits and tries again. A missing entry in a reachable cache is an
/// error, but only on the second attempt: the drive may have just come back.
/// @param shown  the progress to restore afterwards
/// @throws what `take` throws, also if the user ends the run while it waits; fw::Cancelled
/// Thread: the training thread.
std::optional<MicroBatch> wait_for_cache(ActiveRun& run, const precompute::LatentCache& cache,
                                         const Progress& shown,
                                         const std::function<std::optional<MicroBatch>()>& take);

}  // namespace fw::training
