// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "dataset/dataset_manifest.h"
#include "engine_api/job.h"
#include "engine_api/requests.h"
#include "run/run_folder.h"

namespace fw::engine {

/// Makes sure that the cache holds what a run trains on, encoded as its settings say.
/// Before the first checkpoint, samples whose entries are missing, damaged or of another model or other
/// settings are encoded, and the run's dataset gets their keys; clips that cannot be read are left out of the
/// training, which warns of them. Later the keys stay: missing entries are encoded under the same keys, with
/// the options that first gave them, and samples without keys stay left out.
/// @pre the run's folder is locked
/// @throws fw::Error engine.entries_lost if an entry cannot be created again; as precompute; fw::Cancelled
/// Cost: reads the header of each entry; the first time, the VAE and the text encoders, for their identities.
void complete_cache(const run::RunPaths& run, const run::RunSettings& settings,
                    engine_api::JobContext& context, const std::stop_token& stop);

/// Refuses a list whose entries are not of the request's model and task, or are missing; in which type and
/// tiles they were made does not matter.
/// @param samples  of request.dataset
/// @throws fw::Error engine.other_entries, engine.entries_missing; fw::Cancelled. Cost: as above.
void check_entries(const engine_api::PrecomputeRequest& request, const dataset::DatasetManifest& samples,
                   const std::stop_token& stop);

}  // namespace fw::engine
