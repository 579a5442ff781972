// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "run/run_folder.h"
#include "run/run_settings.h"
#include "training/learner.h"

namespace fw::training {

/// Writes the outcome of the run into `result/` atomically, in place of an older one. Files that others have
/// put there are kept:
///   LoRA: pytorch_lora_weights.safetensors
///   full fine-tune: the model folder in diffusers layout; transformer/ written in shards in the run's
///   compute
///     type, the other components as links into the model folder that was trained,
///     or as copies if the file system does not support links
/// A run with averaged weights also has them in `result/ema/`, from write_average(). On failure nothing of
/// either is left.
/// @param load  from Learner::on_first
/// @throws fw::Error base.write_failed, training.result
void write_result(const run::RunPaths& run, const run::RunSettings& settings, const Learner& learner,
                  int64_t step, const memory::BlockStreamer::Load& load);
/// Writes the averaged weights next to the result to come. @pre the averaged weights are in the model
/// @throws as write_result
void write_average(const run::RunPaths& run, const run::RunSettings& settings, const Learner& learner,
                   int64_t step, const memory::BlockStreamer::Load& load);

/// Size of a result on disk. Cost: a walk over the weights.
uint64_t result_bytes(const Learner& learner);

}  // namespace fw::training
