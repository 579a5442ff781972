// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "run/run_folder.h"
#include "run/run_settings.h"
#include "training/learner.h"

namespace fw::training {

/// Writes what the run was for into `result/`, whole or not at all, in place of an older one; what others
/// have put there stays:
///   LoRA: pytorch_lora_weights.safetensors
///   full fine-tune: the model folder in diffusers layout, transformer/ written in the type in which the run
///     computes and in shards, the other components as links into the model folder that was trained,
///     or as copies where the file system has no links
/// A run with averaged weights has the same of them in `result/ema/`: what write_average() has written.
/// When it fails, nothing of either is left.
/// @param bring  of Learner::on_first
/// @throws fw::Error base.write_failed, training.result
void write_result(const run::RunPaths& run, const run::RunSettings& settings, const Learner& learner,
                  int64_t step, const memory::BlockStreamer::Bring& bring);
/// The part of the averaged weights, beside the result to come. @pre they stand in the model
/// @throws as write_result
void write_average(const run::RunPaths& run, const run::RunSettings& settings, const Learner& learner,
                   int64_t step, const memory::BlockStreamer::Bring& bring);

/// What a result takes on disk. Cost: a walk over the weights.
uint64_t result_bytes(const Learner& learner);

}  // namespace fw::training
