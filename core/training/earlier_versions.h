// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "training/run_plan.h"

/// Differences in how earlier versions of Framewright trained. A checkpoint records how many of these changes
/// its version had, so a run that continues from an older one can report those that affected it.
namespace fw::training {

/// Number of changes up to this version; stored as TrainState::changes in the checkpoints it writes.
int64_t change_count();

/// Returns one warning per later change that affected the weights the run continues from: those of its
/// checkpoint, or of the checkpoint it was branched from. Empty for weights of this version, so a run reports
/// each change once: its next checkpoint is of this version.
/// @throws fw::Error training.bad_checkpoint, and errors from reading the model's configurations
/// Thread: any. Cost: reads a few small files.
std::vector<Fault> changes_since(const RunPlan& plan);

}  // namespace fw::training
