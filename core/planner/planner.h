// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>

#include "distributed/dry_run_backend.h"
#include "engine_api/plan.h"
#include "inference/video_pipeline.h"
#include "run/run_settings.h"

namespace fw::planner {

using engine_api::PhasePlan;
using engine_api::RunPlan;
using engine_api::StepTime;

struct PlanRequest {
  run::RunSettings settings;          ///< without faults, paths absolute
  std::optional<int64_t> vram_bytes;  ///< GPU memory to plan for; nullopt: what is free on the run's device
  std::string card;                   ///< for step times; empty: the GPU of this computer, or all known GPUs
  bool with_precompute = true;        ///< false: the cache exists already
  bool with_measured_time = false;    ///< uses the measured step time of a similar run if there is one
  bool until_too_large = false;       ///< skips phases after one that does not fit
  std::optional<int64_t> host_bytes{};  ///< host memory to plan for; nullopt: what is free on this computer
  int64_t rank = 0;                     ///< of the planned process
  int64_t ranks = 1;
};

/// @throws fw::Error planner.wrong_size
void check_size(const catalog::ModelSpec& facts, const catalog::Bucket& size);
/// @pre `plan` is of a run
const PhasePlan& training_of(const RunPlan& plan);

/// Plans a run by a dry run. Needs the config files of the model folder (but not its weights) and, if it
/// exists, the dataset for its buckets and cache.
/// @throws fw::Error for a folder that is not a model, settings that the model does not support
///   (planner.wrong_size), an unknown GPU (planner.unknown_card); fw::Cancelled
/// @param traffic  if not null, receives the data that the process exchanges in an update
/// Thread: any, also during a run. Cost: below 2 s and little memory, even for the largest models.
RunPlan plan_run(const PlanRequest& request, const std::stop_token& stop,
                 distributed::Traffic* traffic = nullptr);

/// Plans a clip made by a new pipeline: the one phase "generation". Reads LoRA files and the config files of
/// the model folder.
/// @param options     `device`: the device of the clip
/// @param vram_bytes  memory limit on that device; 0: what is free now
/// @throws fw::Error as plan_run, adapters.*; fw::Cancelled. Thread: any, also during a run.
RunPlan plan_generation(inference::PipelineOptions options, const inference::VideoRequest& request,
                        int64_t vram_bytes, const std::stop_token& stop);

}  // namespace fw::planner
