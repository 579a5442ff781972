// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

#include "engine_api/plan.h"
#include "inference/video_pipeline.h"

namespace fw::planner {

using ClipPlanner = std::function<engine_api::RunPlan(const engine_api::ClipMemory& memory)>;

/// The fastest way to make a clip in the memory that there is: the components in turn, then with the text
/// encoder streamed, with the fewest streamed blocks of the transformer, and last with all of them, the text
/// encoder on the CPU and the clip decoded in tiles, which is what is left where nothing fits.
/// @param plan  may throw fw::Cancelled; called up to ten times
engine_api::ClipFit fit_clip(const ClipPlanner& plan);

/// The same by dry runs. @param vram_bytes  0: what is free on the device of `options`
/// @throws fw::Error as plan_generation; fw::Cancelled. Thread: any, also beside a run.
engine_api::ClipFit fit_clip(inference::PipelineOptions options, const inference::VideoRequest& request,
                             int64_t vram_bytes, const std::stop_token& stop);

}  // namespace fw::planner
