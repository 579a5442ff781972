// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "training/clip_sink.h"
#include "training/run_plan.h"
#include "training/trainer.h"

namespace fw::training {

/// Returns a validator that makes a run's validation clips with the model's own pipeline: the network being
/// trained with its current weights, and the folder's text encoder and VAE under the configured memory mode.
/// Noise depends only on run.seed and the clip's number, so clips of different steps are comparable. Prompts
/// are encoded once per run. Prompts changed meanwhile (run/changed_prompts.h) take effect at the next
/// validation; if they cannot be used, a warning explains why. A run without prompts needs only those parts
/// of the model folder that training needs, until it is given prompts.
/// @param sink  must outlive the validator
/// @param stop  of the run's job
/// @throws fw::Error training.bad_validation with every problem that prevents a clip; config.* of the model
///   folder
Validator make_validator(const RunPlan& plan, ClipSink& sink, const std::stop_token& stop);

}  // namespace fw::training
