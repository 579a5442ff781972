// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine_api/job.h"

namespace fw::engine {

/// Work on LoRA files.
/// Params: {"work": "check", "convert", "fuse" or "merge", "model": the model folder that they were trained
/// on, "loras": [{"file", "weight"}], "out": file, or for merge a new folder, "format": "diffusers",
/// "comfyui" or "kohya", "rank": largest of a fused one, 0: the sum of all}.
///   check    looks for what makes weights useless; result {"sound", "faults", "modules", "format"}
///   convert  writes the first one under the keys of another format, numbers unchanged
///   fuse     writes one that does what all of them do together
///   merge    writes the model with the LoRAs worked into its transformer; other components become links
engine_api::Outcome run_lora(const nlohmann::json& params, engine_api::JobContext& context);

}  // namespace fw::engine
