// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "dataset/dataset_manifest.h"
#include "engine_api/job.h"
#include "engine_api/requests.h"

namespace fw::engine {

/// Encodes the requested samples that are not in the cache. Failed rows are logged, and reported in the
/// outcome as engine.rows_failed.
/// @param stop  ends it with fw::Cancelled; what has been encoded so far stays in the cache
engine_api::Outcome encode_samples(const engine_api::PrecomputeRequest& request,
                                   engine_api::JobContext& context, const std::stop_token& stop);
/// Encodes missing cache entries of samples that already have their keys, and writes no list.
/// @pre the request results in these keys
/// @return  errors of clips that could not be read
std::vector<Fault> restore_entries(const engine_api::PrecomputeRequest& request,
                                   dataset::DatasetManifest samples, engine_api::JobContext& context,
                                   const std::stop_token& stop);
/// @throws fw::Error engine.frozen_list for the dataset of a run
engine_api::Outcome run_precompute(const engine_api::PrecomputeRequest& request,
                                   engine_api::JobContext& context);

}  // namespace fw::engine
