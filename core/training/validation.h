// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "training/clip_sink.h"
#include "training/run_plan.h"
#include "training/trainer.h"

namespace fw::training {

/// Makes a run's validation clips with the model's own pipeline: the network that is trained, with its
/// weights as they stand, and the folder's text encoder and VAE under the memory mode that the settings name.
/// Noise comes from run.seed and the clip's number alone, so that clips of different steps compare. Prompts
/// are encoded once a run; those that were changed meanwhile (run/changed_prompts.h) count from the next
/// validation on, and where they cannot be used a warning says why. A run without prompts needs no more of
/// the model folder than training does, until it is given some.
/// @param sink  must outlive it
/// @param stop  of the run's job
/// @throws fw::Error training.bad_validation with all that forbids a clip; of the model folder config.*
Validator make_validator(const RunPlan& plan, ClipSink& sink, const std::stop_token& stop);

}  // namespace fw::training
