// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

#include "precompute/latent_cache.h"
#include "run/run_settings.h"
#include "training/split.h"

namespace fw::training {

/// Checks every cache entry that a run will read before its first step, so that a bad entry cannot end the
/// run days later. The file must exist and be readable, its header must be complete and account for every
/// byte of the file, and its tensors must have the same names and shapes as the others in their bucket.
/// Values are not checked here: their checksum is verified whenever an entry is read.
/// @param on_progress  samples checked and in total; called on the calling thread
/// @throws fw::Error training.cache_faults, which lists the first twenty; fw::Cancelled
/// Cost: two small reads per entry, on several threads; memory does not grow with their number.
void check_cache(const run::RunSettings& settings, const Split& samples, const precompute::LatentCache& cache,
                 const std::stop_token& stop,
                 const std::function<void(size_t done, size_t total)>& on_progress);

}  // namespace fw::training
