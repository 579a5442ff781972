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

/// A run's checkpoint: a folder with everything that its continuation depends on.
///   pytorch_lora_weights.safetensors or trained.safetensors   fp32 master weights (bf16 where there are
///                                                             none), the LoRA under diffusers' keys
///   optimizer.safetensors, ema.safetensors, rng.safetensors
///   Where several processes kept a part each of trained, optimizer or ema, each has written its own,
///   optimizer-00001-of-00004.safetensors, and there is optimizer.safetensors.index.json: any number of
///   processes goes on from either.
///   run.toml                                                  the settings it was trained with
///   checkpoint.json                                           TrainState, and hashes of the files above
///   keep                                                      in those that the user asked for: an empty
///                                                             file that keeps it from ever being pruned
namespace fw::training {

using run::lora_file_name;
using run::trained_file_name;

/// Where a run is, apart from its tensors.
struct TrainState {
  int64_t step = 0;           ///< updates done
  int64_t micro_batches = 0;  ///< handed out: the sampler's place
  int64_t skipped_steps = 0;  ///< in all
  int64_t skipped_in_row = 0;
  double loss_average = 0;  ///< not yet corrected for its start
  double loss_average_weight = 0;
  double loss_scale = 0;  ///< fp16
  int64_t loss_scale_good_steps = 0;
  uint64_t events_bytes = 0;  ///< length of events.jsonl
  double trained_seconds = 0;
  HoldOut hold_out = HoldOut::sources;
  int64_t changes = 0;  ///< to training, up to the version that wrote it: see earlier_versions.h
};

enum class Pruned { when_old, never };

/// Writes `checkpoints/step-<step>` whole or not at all: files beside it, each on disk, then one rename. What
/// it has written when it fails is removed. One that is there already is of the same state and stays. All
/// processes of the world call it together: the one that writes() does, and those that keep a part of the
/// weights alone write that; all of them fail, or none. Kill points: checkpoint.begin, checkpoint.files,
/// checkpoint.before_rename, checkpoint.after_rename.
/// @throws fw::Error base.write_failed
std::filesystem::path write_checkpoint(const run::RunPaths& run, const TrainState& state,
                                       const TrainedWeights& weights, OptimizerStep& optimizer_step,
                                       Pruned pruned = Pruned::when_old,
                                       const distributed::World& world = {});
/// What this process would write of a checkpoint, but for a few kB. Cost: a walk over the state.
uint64_t checkpoint_bytes(const TrainedWeights& weights, OptimizerStep& optimizer_step);

/// Deletes the oldest checkpoints beyond `limit` (0: none) and what an interrupted write or deletion left.
/// Those that are never pruned do not count. Kill point: checkpoint.prune.
void prune_checkpoints(const run::RunPaths& run, int64_t limit);

/// Its checkpoint.json. @throws fw::Error training.bad_checkpoint
TrainState read_state(const std::filesystem::path& folder);
/// Reads all files of a checkpoint that has hashes of them. @param on_bytes  so far
/// @throws fw::Error training.bad_checkpoint, which names the damaged file and the checkpoint to resume from;
/// fw::Cancelled. Cost: reads them once
void check_checkpoint(const std::filesystem::path& folder, const std::stop_token& stop = {},
                      const std::function<void(uint64_t)>& on_bytes = {});
/// Puts weights, optimizer, average, loss scale and random generators back, in all processes together.
/// @throws fw::Error training.bad_checkpoint, training.bad_start, optim.state_mismatch
TrainState read_checkpoint(const std::filesystem::path& folder, TrainedWeights& weights,
                           OptimizerStep& optimizer_step);

/// Loads the trained weights alone: of a checkpoint's folder or, for a LoRA, of a LoRA file in any format.
/// All processes call it together.
/// @param family  whose other names a LoRA file may have
/// @throws fw::Error training.bad_start, adapters.bad_lora, safetensors.*
void load_weights(const std::filesystem::path& file_or_folder, TrainedWeights& weights,
                  std::string_view family = {});

}  // namespace fw::training
