// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "engine_api/plan.h"
#include "inference/video_pipeline.h"

namespace fw::planner {

using ClipPlanner = std::function<engine_api::RunPlan(const engine_api::ClipMemory& memory)>;

/// The fastest way to make a clip in the memory that there is: the components in turn, then with the text
/// encoder streamed, with the transformer placed over all cards, with the fewest streamed blocks of it, and
/// last with all of them, the text encoder on the CPU and the clip decoded in tiles, which is what is left
/// where nothing fits. Where the device has room but the host does not, what needs least of the host.
/// @param plan   may throw fw::Cancelled; called up to twelve times
/// @param cards  that one process may use
engine_api::ClipFit fit_clip(const ClipPlanner& plan, size_t cards = 1);

/// The same by dry runs. @param vram_bytes  0: what is free on the device of `options`
/// @param cards  that the clip may be placed over, the device of `options` first; none: only that one
/// @throws fw::Error as plan_generation; fw::Cancelled. Thread: any, also beside a run.
engine_api::ClipFit fit_clip(inference::PipelineOptions options, const inference::VideoRequest& request,
                             int64_t vram_bytes, const std::vector<torch::Device>& cards,
                             const std::stop_token& stop);

}  // namespace fw::planner
