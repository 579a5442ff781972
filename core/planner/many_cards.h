// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "engine_api/scaling.h"
#include "inference/video_pipeline.h"
#include "planner/planner.h"
#include "run/links.h"

/// What more cards bring to a clip or a run.
namespace fw::planner {

struct CardsRequest {
  std::string cards;  ///< "8xL40", "2x8xH100" for two machines, "L40" for one card
  /// What was measured between such cards; nothing: what is kept here, where it is of the same card, else
  /// what is published or assumed for it.
  std::optional<run::Links> links;
  /// Of a denoising step or an update on one card, as it was measured; 0: by the card's published rate.
  double step_s = 0;
};

/// A clip whose steps the cards share, in every way in which they can.
/// @throws fw::Error planner.bad_cards, planner.unknown_card; as plan_generation
/// Thread: any. Cost: a dry run.
engine_api::ScalingPlan plan_clip_on_cards(const inference::PipelineOptions& options,
                                           const inference::VideoRequest& clip, const CardsRequest& cards,
                                           const std::stop_token& stop);

/// Updates whose micro-batches the cards share, and the tokens of each sample where that uses all of them.
/// @param request  its `card` and `vram_bytes` are those of `cards`
/// @throws fw::Error planner.bad_cards, planner.unknown_card; as plan_run
/// Thread: any. Cost: two dry runs for each mesh that is tried, some ten meshes for eight cards.
engine_api::ScalingPlan plan_run_on_cards(PlanRequest request, const CardsRequest& cards,
                                          const std::stop_token& stop);

}  // namespace fw::planner
