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

/// Makes the validation clips of the run's step with the weights as they stand in the model, and tells of
/// each. Ends by fw::Cancelled when the run is to be paused or stopped; what else it throws, but a lost
/// device, becomes a warning: training goes on.
using Validator = std::function<void(ActiveRun& run)>;
/// Called before anything is loaded: see make_validator().
using ValidatorMaker = std::function<Validator(const RunPlan& plan, const std::stop_token& stop)>;

/// Trains one run from its newest whole checkpoint, or from the start, to its end or until it is told to
/// stop. Thread: run() on the engine's thread, once.
class Trainer {
 public:
  /// @param checkpoint  to go on from: the newest when nothing is given, and refused when there are later
  /// ones
  /// @param validation  empty: the run makes no clips
  /// @param more_steps  what a run that is at its end is extended by; a run that is not says that it is not
  /// @param lock        of the run's folder, from somebody who needed it before; else it is taken here
  /// @param world       the processes that train it together; rank 0 alone has the lock
  Trainer(run::RunPaths run, std::optional<std::filesystem::path> checkpoint, ValidatorMaker validation,
          int64_t more_steps = 0, std::optional<FileLock> lock = {}, distributed::World world = {});

  /// Looks at the context between steps; abort ends it within a block of the network.
  /// @return  finished, paused (its place is kept) or stopped (with its result)
  /// A fault that leaves the weights as they were, whatever its cause, ends the run with a checkpoint of its
  /// last step; a full disk is waited out (RunSaver), and what fails beside the training is a warning.
  /// @throws fw::Error training.uneven_ranks, run.run_busy (another process trains in the folder),
  /// training.later_checkpoints,
  ///   training.cache_faults before the first step, training.diverged, training.not_saved and what loading
  ///   and computing throw; fw::Cancelled
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
