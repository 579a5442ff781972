// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine_api/job.h"

namespace fw::engine {

/// Encodes a dataset's captions and clips into the cache (precompute/precompute.h).
/// Params: {"dataset": file, "model": folder, "cache": folder, "out": file ("dataset" when absent), "device":
/// "auto",
///   "dtype": "auto" or as tensor::parse_dtype takes it, "task": the model's own when absent,
///   "stored": "posterior" | "sample", "vae_tiling": false, "image_noise": false, "verify": false (read all
///   entries that are there), "decode_threads": 2}.
/// Result: {"samples", "latents_made", "texts_made", "entries_present", "encode_seconds", "wait_seconds",
/// "store_seconds",
///   "problems": [Fault]}. Rows that could not be read are logged and left out of "out"; when there are any,
///   the job fails after all the others are done.
engine_api::Outcome run_precompute(const nlohmann::json& params, engine_api::JobContext& context);

}  // namespace fw::engine
