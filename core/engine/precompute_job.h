// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "dataset/dataset_manifest.h"
#include "engine_api/job.h"
#include "engine_api/requests.h"

namespace fw::engine {

/// Encodes what the cache lacks of the samples that are asked for. Rows that fail are told in the log, and in
/// the outcome as engine.rows_failed.
/// @param stop  ends it by fw::Cancelled: what has been encoded by then is in the cache
engine_api::Outcome encode_samples(const engine_api::PrecomputeRequest& request,
                                   engine_api::JobContext& context, const std::stop_token& stop);
/// Encodes what the cache lacks of samples that have their keys already, and writes no list.
/// @pre the request gives them these keys
/// @return  why clips could not be read
std::vector<Fault> restore_entries(const engine_api::PrecomputeRequest& request,
                                   dataset::DatasetManifest samples, engine_api::JobContext& context,
                                   const std::stop_token& stop);
/// @throws fw::Error engine.frozen_list for the dataset of a run
engine_api::Outcome run_precompute(const engine_api::PrecomputeRequest& request,
                                   engine_api::JobContext& context);

}  // namespace fw::engine
