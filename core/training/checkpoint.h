// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>

#include "distributed/world.h"
#include "run/run_folder.h"
#include "training/optimizer_step.h"
#include "training/split.h"

/// A run's checkpoint: a folder with everything needed to continue the run.
///   pytorch_lora_weights.safetensors or trained.safetensors   fp32 master weights (bf16 if there are none),
///                                                             a LoRA under diffusers' keys
///   optimizer.safetensors, ema.safetensors, rng.safetensors
///   When each process holds a part of trained, optimizer or ema, it writes its own shard,
///   optimizer-00001-of-00004.safetensors, listed in optimizer.safetensors.index.json. Any number of
///   processes can resume from either layout.
///   run.toml                                                  the settings it was trained with
///   checkpoint.json                                           TrainState, and hashes of the files above
///   keep                                                      an empty file; marks a checkpoint requested by
///                                                             the user, which is never pruned
namespace fw::training {

using run::lora_file_name;
using run::trained_file_name;

/// Progress of a run, without its tensors.
struct TrainState {
  int64_t step = 0;           ///< updates done
  int64_t micro_batches = 0;  ///< returned by the loader: the sampler's position
  int64_t skipped_steps = 0;  ///< in total
  int64_t skipped_in_row = 0;
  double loss_average = 0;  ///< before bias correction
  double loss_average_weight = 0;
  double loss_scale = 0;  ///< fp16
  int64_t loss_scale_good_steps = 0;
  uint64_t events_bytes = 0;  ///< length of events.jsonl
  double trained_seconds = 0;
  HoldOut hold_out = HoldOut::sources;
  int64_t changes = 0;  ///< to training, up to the version that wrote this: see earlier_versions.h
};

enum class Pruned { when_old, never };

/// Writes `checkpoints/step-<step>` atomically: all files are written and flushed next to it, then one
/// rename. On failure the files written so far are removed. An existing checkpoint of the step has the same
/// state and is left alone. Collective: the process that writes() writes the common files, and each process
/// that holds a part of the weights writes its part; either all processes fail or none does. Kill points:
/// checkpoint.begin, checkpoint.files, checkpoint.before_rename, checkpoint.after_rename.
/// @throws fw::Error base.write_failed
std::filesystem::path write_checkpoint(const run::RunPaths& run, const TrainState& state,
                                       const TrainedWeights& weights, OptimizerStep& optimizer_step,
                                       Pruned pruned = Pruned::when_old,
                                       const distributed::World& world = {});
/// Bytes that this process would write for a checkpoint, within a few kB. Cost: a walk over the state.
uint64_t checkpoint_bytes(const TrainedWeights& weights, OptimizerStep& optimizer_step);

/// Marks the checkpoint of a step as the best instead of an earlier one. Does nothing if it does not exist.
/// @throws fw::Error base.write_failed
void mark_best_checkpoint(const run::RunPaths& run, int64_t step);

/// Deletes the oldest checkpoints beyond `limit` (0: keeps all) and leftovers of interrupted writes and
/// deletions. Checkpoints that are never pruned, and the best one, do not count. Kill point:
/// checkpoint.prune.
void prune_checkpoints(const run::RunPaths& run, int64_t limit);

/// Reads checkpoint.json. @throws fw::Error training.bad_checkpoint
TrainState read_state(const std::filesystem::path& folder);
/// Verifies the hashes of all files of a checkpoint, if it has any. @param on_bytes  bytes read so far
/// @throws fw::Error training.bad_checkpoint, which names the damaged file and the checkpoint to resume from;
///   fw::Cancelled. Cost: reads every file once
void check_checkpoint(const std::filesystem::path& folder, const std::stop_token& stop = {},
                      const std::function<void(uint64_t)>& on_bytes = {});
/// Restores weights, optimizer, average, loss scale and random generators. Collective.
/// @throws fw::Error training.bad_checkpoint, training.bad_start, optim.state_mismatch
TrainState read_checkpoint(const std::filesystem::path& folder, TrainedWeights& weights,
                           OptimizerStep& optimizer_step);

/// Loads only the trained weights, from a checkpoint folder or, for a LoRA, from a LoRA file of any format.
/// Collective.
/// @param family  whose alternative names a LoRA file may use
/// @throws fw::Error training.bad_start, adapters.bad_lora, safetensors.*
void load_weights(const std::filesystem::path& file_or_folder, TrainedWeights& weights,
                  std::string_view family = {});

}  // namespace fw::training
