// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "run/run_folder.h"
#include "training/trainer.h"

namespace fw::engine {

/// Makes a run's validation clips with the model's own pipeline: the network that is trained, with its
/// weights as they stand, and the folder's text encoder and VAE under the memory mode that the settings name.
/// Noise comes from run.seed and the clip's number alone, so that clips of different steps compare. Prompts
/// are encoded once a run.
/// @return empty when the run wants no clips
/// @throws fw::Error engine.bad_validation with all that forbids a clip; of the model folder config.*
training::Validator make_validator(const run::RunPaths& run, const std::stop_token& stop);

}  // namespace fw::engine
