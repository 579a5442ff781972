// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "engine_api/plan.h"
#include "inference/video_pipeline.h"

namespace fw::planner {

using ClipPlanner = std::function<engine_api::RunPlan(const engine_api::ClipMemory& memory)>;

/// Finds the fastest way to make a clip in the available memory. Tries, in this order: components in turn;
/// the text encoder streamed; the transformer placed over all GPUs; the smallest number of streamed blocks;
/// and finally all blocks streamed, the text encoder on the CPU and decoding in tiles, which is also the
/// result if nothing fits. If only host memory is short, returns the attempt that needs the least of it.
/// @param plan   may throw fw::Cancelled; called up to twelve times
/// @param cards  number of GPUs available to the process
engine_api::ClipFit fit_clip(const ClipPlanner& plan, size_t cards = 1);

/// The same by dry runs. @param vram_bytes  0: what is free on the device of `options`
/// @param cards  GPUs that the clip may be placed over, the device of `options` first; empty: only that one
/// @throws fw::Error as plan_generation; fw::Cancelled. Thread: any, also during a run.
engine_api::ClipFit fit_clip(inference::PipelineOptions options, const inference::VideoRequest& request,
                             int64_t vram_bytes, const std::vector<torch::Device>& cards,
                             const std::stop_token& stop);

}  // namespace fw::planner
