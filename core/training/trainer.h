// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "base/file_lock.h"
#include "engine_api/job.h"
#include "families/training_model.h"
#include "run/run_folder.h"
#include "training/batch_loader.h"
#include "training/checkpoint.h"
#include "training/event_log.h"
#include "training/meters.h"
#include "training/run_options.h"

namespace fw::training {

/// What a validation is made of; the clips come from the model's own pipeline.
struct ValidationRequest {
  const run::RunPaths& run;
  const run::RunSettings& settings;
  families::TrainingModel& model;
  const nn::BlockRunner& runner;  ///< runs the model's blocks as the run's memory settings want it
  int64_t step;
  engine_api::JobContext& context;
  std::function<void(const std::string& text)> warning;  ///< of what the user asked for and did not get
  /// Whether the run is to be paused or stopped: the validation then ends by fw::Cancelled. Thread: any, one
  /// at a time.
  std::function<bool()> ends;
};
struct ValidationClip {
  std::filesystem::path file;
  std::string prompt;
  int64_t seed = 0;
};
/// Makes the clips of a step with the weights as they stand in the model, and hands each over as it is done.
/// What it throws, but fw::Cancelled and a lost device, becomes a warning in the run's log: training goes on.
using Validator =
    std::function<void(const ValidationRequest&, const std::function<void(const ValidationClip&)>&)>;

/// Trains one run from its newest whole checkpoint, or from the start, to its end or until it is told to
/// stop. Thread: run() on the engine's thread, once.
class Trainer {
 public:
  /// @param checkpoint  to go on from: the newest when nothing is given, and refused when there are later
  /// ones
  /// @param validator   empty: the run makes no clips
  /// @param more_steps  what a run that is at its end is extended by; a run that is not says that it is not
  /// @param lock        of the run's folder, from somebody who needed it before; else it is taken here
  Trainer(run::RunPaths run, std::optional<std::filesystem::path> checkpoint, Validator validator,
          int64_t more_steps = 0, std::optional<FileLock> lock = {});
  ~Trainer();

  /// Looks at the context between steps; abort ends it within a block of the network.
  /// @return  finished, paused (its place is kept) or stopped (with its result)
  /// A fault that leaves the weights as they were, whatever its cause, ends the run with a checkpoint of its
  /// last step; a full disk is waited out (RunSaver), and what fails beside the training is a warning.
  /// @throws fw::Error run.run_busy (another process trains in the folder), training.later_checkpoints,
  ///   training.cache_faults before the first step, training.diverged, training.not_saved and what loading
  ///   and computing throw; fw::Cancelled
  engine_api::Outcome run(engine_api::JobContext& context);

 private:
  struct Session;
  run::RunPaths run_;
  std::optional<std::filesystem::path> checkpoint_;
  Validator validator_;
  int64_t more_steps_;
  std::optional<FileLock> lock_;
};

}  // namespace fw::training
