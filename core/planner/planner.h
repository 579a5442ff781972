// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>

#include "distributed/rehearsal.h"
#include "engine_api/plan.h"
#include "inference/video_pipeline.h"
#include "run/run_settings.h"

namespace fw::planner {

using engine_api::PhasePlan;
using engine_api::RunPlan;
using engine_api::StepTime;

struct PlanRequest {
  run::RunSettings settings;          ///< without faults, paths absolute
  std::optional<int64_t> vram_bytes;  ///< of the card to plan for; nothing: what is free on the run's device
  std::string card;                   ///< for the duration of a step; empty: the card that is here, or all
  bool with_precompute = true;        ///< false: the cache is made already
  bool with_measured_time = false;    ///< the duration of a step as a run of this kind had it, where one had
  bool until_too_large = false;       ///< leaves out what comes after a phase that does not fit
  std::optional<int64_t> host_bytes{};  ///< of its host; nothing: what is free here
  int64_t rank = 0;  ///< the process that is planned, of so many that train the run together
  int64_t ranks = 1;
};

/// @throws fw::Error planner.wrong_size
void check_size(const catalog::ModelSpec& facts, const catalog::Bucket& size);
/// @pre it is a plan of a run
const PhasePlan& training_of(const RunPlan& plan);

/// Dry run of a run: needs the model folder's config files (weights need not be there yet) and, for its
/// buckets and its cache, the dataset, where that is there.
/// @throws fw::Error for a folder that is no model, settings that the model does not take
///   (planner.wrong_size), a card that is not known (planner.unknown_card); fw::Cancelled
/// @param traffic  gets what the process exchanges in an update; null: nobody asks
/// Thread: any; while a run goes on, too. Cost: below 2 s for the largest models, no memory to speak of.
RunPlan plan_run(const PlanRequest& request, const std::stop_token& stop,
                 distributed::Traffic* traffic = nullptr);

/// Dry run of a clip by a pipeline of its own: the one phase "generation". LoRA files are read; of the model
/// folder the config files do.
/// @param options     `device`: where it is to be made
/// @param vram_bytes  that it may take there; 0: what is free now
/// @throws fw::Error as plan_run, adapters.*; fw::Cancelled. Thread: any, also beside a run.
RunPlan plan_generation(inference::PipelineOptions options, const inference::VideoRequest& request,
                        int64_t vram_bytes, const std::stop_token& stop);

}  // namespace fw::planner
