// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

#include "precompute/latent_cache.h"
#include "run/run_settings.h"
#include "training/split.h"

namespace fw::training {

/// Looks at every cache entry that a run will read, before its first step, so that none ends it days later:
/// the file is there and can be read, its header is whole and accounts for every byte of the file, and the
/// tensors in it have the names and the shape of the others in their bucket. Not looked at are the values:
/// their checksum is compared whenever an entry is read.
/// @param on_progress  samples done and in all; on the calling thread
/// @throws fw::Error training.cache_faults, which lists the first twenty; fw::Cancelled
/// Cost: two small reads an entry, on several threads; no memory that grows with their number.
void check_cache(const run::RunSettings& settings, const Split& samples, const precompute::LatentCache& cache,
                 const std::stop_token& stop,
                 const std::function<void(size_t done, size_t total)>& on_progress);

}  // namespace fw::training
