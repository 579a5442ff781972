// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "base/error.h"
#include "base/progress.h"
#include "precompute/precompute_plan.h"

namespace fw::precompute {

struct PrecomputeResult {
  dataset::DatasetManifest manifest;  ///< every row of the plan; keys only where all entries are in the cache
  std::vector<Fault> problems;        ///< one for each clip that could not be read
  int64_t rows_failed = 0;            ///< rows without keys: several may stand for one clip
  int64_t latents_made = 0;
  int64_t texts_made = 0;
  int64_t entries_present = 0;  ///< before
  double encode_seconds = 0;    ///< inside the networks
  double wait_seconds = 0;      ///< for decoded clips
  double store_seconds = 0;     ///< writing entries
};

/// Makes what the plan misses: text embeddings with the text encoder alone on the device, then latents with
/// the VAE alone. Clips are decoded ahead on their own threads. Killed at any moment it goes on where it was:
/// each entry is whole or not there.
/// @throws fw::Error for models and disk; fw::Cancelled. Clips that cannot be read are problems of the
/// result, not errors. Thread: one at a time. Cost: the encoders' on device; memory: one component,
/// `decode_threads` + 2 decoded samples.
PrecomputeResult precompute(PrecomputePlan plan, const PrecomputeOptions& options,
                            const std::function<void(const Progress&)>& on_progress,
                            const std::stop_token& stop);

}  // namespace fw::precompute
