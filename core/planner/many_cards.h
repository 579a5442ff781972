// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "engine_api/scaling.h"
#include "inference/video_pipeline.h"
#include "planner/planner.h"
#include "run/links.h"

/// Forecasts how much faster a clip or a run becomes on several GPUs.
namespace fw::planner {

struct CardsRequest {
  std::string cards;  ///< "8xL40", "2x8xH100" for two machines, "L40" for one card
  /// Measured between such GPUs; nullopt: the measurement stored on this computer if it is of the same GPU
  /// model, otherwise published or assumed speeds.
  std::optional<run::Links> links;
  /// Measured time of a denoising step or an update on one GPU; 0: from the GPU's published rate.
  double step_s = 0;
};

/// Forecasts a clip whose denoising steps the GPUs share, for every possible mesh.
/// @throws fw::Error planner.bad_cards, planner.unknown_card; as plan_generation
/// Thread: any. Cost: a dry run.
engine_api::ScalingPlan plan_clip_on_cards(const inference::PipelineOptions& options,
                                           const inference::VideoRequest& clip, const CardsRequest& cards,
                                           const std::stop_token& stop);

/// Forecasts a run whose micro-batches the GPUs share, and also the tokens of each sample if that uses all
/// GPUs.
/// @param request  its `card` and `vram_bytes` are replaced by those of `cards`
/// @throws fw::Error planner.bad_cards, planner.unknown_card; as plan_run
/// Thread: any. Cost: two dry runs for each mesh that is tried, about ten meshes for eight GPUs.
engine_api::ScalingPlan plan_run_on_cards(PlanRequest request, const CardsRequest& cards,
                                          const std::stop_token& stop);

}  // namespace fw::planner
