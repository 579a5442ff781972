// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "families/training_model.h"
#include "run/run_folder.h"
#include "run/run_settings.h"
#include "training/optimizer_step.h"

namespace fw::training {

/// Writes what the run was for into `result/`, whole or not at all, in place of an older one; what others
/// have put there stays:
///   LoRA: pytorch_lora_weights.safetensors
///   full fine-tune: the model folder in diffusers layout, transformer/ written in the type in which the run
///     computes and in shards, the other components as links into the model folder that was trained,
///     or as copies where the file system has no links
/// A run with averaged weights has the same of them in `result/ema/`.
/// What it leaves behind when it fails is removed. @throws fw::Error base.write_failed, training.result
void write_result(const run::RunPaths& run, const run::RunSettings& settings, families::TrainingModel& model,
                  const TrainedWeights& weights, OptimizerStep& optimizer_step, int64_t step);

/// What a result takes on disk. Cost: a walk over the weights.
uint64_t result_bytes(families::TrainingModel& model, const TrainedWeights& weights,
                      const OptimizerStep& optimizer_step);

}  // namespace fw::training
