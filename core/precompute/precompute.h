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
  dataset::DatasetManifest manifest;  ///< every row; has keys only if all of its entries are in the cache
  std::vector<Fault> problems;        ///< one for each clip that could not be read
  int64_t rows_failed = 0;            ///< rows without keys: several may belong to one clip
  int64_t latents_made = 0;
  int64_t texts_made = 0;
  int64_t entries_present = 0;  ///< before the call
  double encode_seconds = 0;    ///< in the networks
  double wait_seconds = 0;      ///< waiting for decoded clips
  double store_seconds = 0;     ///< writing entries
};

/// Creates the missing entries of the plan: text embeddings, with only the text encoder on the device, then
/// latents, with only the VAE. Clips are decoded ahead on separate threads. Safe to kill and resume: entries
/// are written atomically.
/// @throws fw::Error for models and disk; fw::Cancelled. Clips that cannot be read are problems in the
///   result, not errors. Thread: one at a time. Cost: that of the encoders; memory: one component,
///   `decode_threads` + 2 decoded samples.
PrecomputeResult precompute(PrecomputePlan plan, const PrecomputeOptions& options,
                            const std::function<void(const Progress&)>& on_progress,
                            const std::stop_token& stop);

}  // namespace fw::precompute
