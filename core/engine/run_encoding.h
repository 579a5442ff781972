// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "dataset/dataset_manifest.h"
#include "engine_api/job.h"
#include "engine_api/requests.h"
#include "run/run_folder.h"

namespace fw::engine {

/// Ensures that the cache holds what a run trains on, encoded with the run's settings. Before the first
/// checkpoint, encodes samples whose entries are missing, damaged, or from another model or other settings,
/// and writes their keys to the run's dataset; unreadable clips are left out of the training, which warns
/// about them. Later the keys do not change: missing entries are encoded under the same keys, with the
/// options that created them, and samples without keys stay left out.
/// @pre the run's folder is locked
/// @throws fw::Error engine.entries_lost if an entry cannot be created again; as precompute; fw::Cancelled
/// Cost: reads the header of each entry; the first time also the VAE and text encoders, to identify them.
void complete_cache(const run::RunPaths& run, const run::RunSettings& settings,
                    engine_api::JobContext& context, const std::stop_token& stop);

/// Rejects a list whose entries are missing or do not belong to the request's model and task. Their type and
/// tiling do not matter.
/// @param samples  of request.dataset
/// @throws fw::Error engine.other_entries, engine.entries_missing; fw::Cancelled. Cost: as above.
void check_entries(const engine_api::PrecomputeRequest& request, const dataset::DatasetManifest& samples,
                   const std::stop_token& stop);

}  // namespace fw::engine
