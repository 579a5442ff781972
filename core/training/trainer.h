// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>

#include "base/file_lock.h"
#include "distributed/world.h"
#include "engine_api/job.h"
#include "run/run_folder.h"

namespace fw::training {

struct ActiveRun;
struct RunPlan;

/// Makes the validation clips of the current step with the weights that are in the model, and reports each.
/// Throws fw::Cancelled if the run should pause or stop; any other exception except a lost device becomes a
/// warning, and training continues.
using Validator = std::function<void(ActiveRun& run)>;
/// Called before anything is loaded: see make_validator().
using ValidatorMaker = std::function<Validator(const RunPlan& plan, const std::stop_token& stop)>;

/// Trains one run from its newest complete checkpoint, or from the start, until it finishes or is stopped.
/// Thread: call run() on the engine's thread, once.
class Trainer {
 public:
  /// @param checkpoint  to resume from: the newest by default; refused if there are later ones
  /// @param validation  empty: the run makes no clips
  /// @param more_steps  extends a finished run by this many; an unfinished run only logs a warning
  /// @param lock        of the run's folder, if the caller already holds it; else it is acquired here
  /// @param world       the processes that train it together; only rank 0 holds the lock
  Trainer(run::RunPaths run, std::optional<std::filesystem::path> checkpoint, ValidatorMaker validation,
          int64_t more_steps = 0, std::optional<FileLock> lock = {}, distributed::World world = {});

  /// Checks the context for requests between steps; an abort takes effect within a block of the network.
  /// @return  finished, paused (with a checkpoint) or stopped (with its result)
  /// Any failure that leaves the weights intact ends the run with a checkpoint of its last step. It waits
  /// while the disk is full (RunSaver), and failures outside of training are warnings.
  /// @throws fw::Error training.uneven_ranks, run.run_busy (another process trains in the folder),
  ///   training.later_checkpoints, training.cache_faults before the first step, training.diverged,
  ///   training.not_saved and what loading and computing throw; fw::Cancelled
  engine_api::Outcome run(engine_api::JobContext& context);

 private:
  run::RunPaths run_;
  std::optional<std::filesystem::path> checkpoint_;
  ValidatorMaker validation_;
  int64_t more_steps_;
  std::optional<FileLock> lock_;
  const distributed::World world_;
};

}  // namespace fw::training
