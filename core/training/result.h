// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "config/run_folder.h"
#include "config/run_settings.h"
#include "families/training_model.h"
#include "training/updater.h"

namespace fw::training {

/// Writes what the run was for into `result/`, whole or not at all, in place of an older one:
///   LoRA: pytorch_lora_weights.safetensors, with averaged weights also ema/pytorch_lora_weights.safetensors
///   full fine-tune: the model folder in diffusers layout, transformer/ written in the type in which the run
///     computes (averaged weights when there are any) and in shards, the other components as links into the
///     model folder that was trained
/// @throws fw::Error base.write_failed, training.result
void write_result(const config::RunPaths& run, const config::RunSettings& settings,
                  families::TrainingModel& model, const TrainedWeights& weights, Updater& updater,
                  int64_t step);

}  // namespace fw::training
