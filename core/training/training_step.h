// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/training_model.h"
#include "nn/block_runner.h"
#include "run/run_settings.h"
#include "training/optimizer_step.h"

/// The parts of a run that compute, without its folder, its cache and its events: the trainer runs them, and
/// the memory planner makes dry runs of them.
namespace fw::training {

/// What the settings want trained: a new LoRA on the transformer, or its own weights.
/// @param device  the transformer's
/// @throws fw::Error adapters.* for modules that the transformer lacks
TrainedWeights make_trained_weights(const run::RunSettings& settings, nn::Module& transformer,
                                    torch::Device device);

/// Forward and backward pass of one micro-batch; the gradients add up in the trained weights.
/// @return  the loss of each sample [B], for reading later: nothing waits for a GPU here
torch::Tensor run_micro_batch(families::TrainingModel& model, const families::TrainingBatch& batch,
                              const families::TrainingDraw& draw, const nn::BlockRunner& runner,
                              OptimizerStep& optimizer_step);

}  // namespace fw::training
