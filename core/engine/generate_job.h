// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine_api/job.h"

namespace fw::engine {

/// Makes one clip (inference/video_pipeline.h).
/// Params: {"model": folder, "prompt", "negative_prompt": "", "image": file or "", "out": .mp4, .gif, .webp
/// or a folder,
///   "frames", "height", "width": 0 is the model's own, "fps": 0 likewise, "steps": 0, "guidance_scale": -1,
///   "options": {name: value} of the family's [validation.<family>] settings, "scheduler": "", "seed": -1
///   draws one, "loras": [{"file", "weight"}], "offload": "none" | "model" | "block", "vae_tiling",
///   "vae_slicing": false, "device": "auto", "dtype": "auto"}.
/// Latents are written to <out>.latents.safetensors before decoding, so that a decoder that runs out of
/// memory loses nothing; the clip carries its recipe. Result: {"out", "latents", "seed", "seconds"}.
engine_api::Outcome run_generate(const nlohmann::json& params, engine_api::JobContext& context);

}  // namespace fw::engine
