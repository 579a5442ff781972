// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "training/active_run.h"
#include "training/batch_loader.h"

namespace fw::training {

/// Takes a micro-batch. While the cache's folder cannot be reached, as on a network drive that is away for a
/// moment, it waits and tries again. A missing entry in a cache that can be reached is an error, but only
/// on the second attempt: the drive may have just come back.
/// @param shown  the progress to go back to
/// @throws what `take` throws, also when the user ends the run meanwhile; fw::Cancelled
/// Thread: the training thread.
std::optional<MicroBatch> wait_for_cache(ActiveRun& run, const precompute::LatentCache& cache,
                                         const Progress& shown,
                                         const std::function<std::optional<MicroBatch>()>& take);

}  // namespace fw::training
