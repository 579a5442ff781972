// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "run/run_folder.h"
#include "run/run_settings.h"
#include "training/checkpoint.h"
#include "training/split.h"

namespace fw::training {

/// The part of a run that its folder determines before a device is used or a network loaded.
struct RunPlan {
  run::RunPaths paths;
  run::RunSettings settings;
  std::filesystem::path checkpoint;  ///< to resume from; empty for a new run
  TrainState state;                  ///< of that checkpoint
  Split samples;
  int64_t total_steps = 0;
  std::vector<std::string> warnings;  ///< for the user
};

/// @param checkpoint  to resume from; nullopt: the newest
/// @pre the folder is locked: leftovers of an interrupted write are removed
/// @throws fw::Error training.run_changed, training.later_checkpoints, training.bad_checkpoint,
///   training.no_samples, training.clips_unusable
RunPlan plan_run(const run::RunPaths& run, const std::optional<std::filesystem::path>& checkpoint);

}  // namespace fw::training
