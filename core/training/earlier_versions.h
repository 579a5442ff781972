// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "training/run_plan.h"

/// Differences in how earlier versions of Framewright trained. A checkpoint records how many of these changes
/// its version had, so a run that continues from an older one can report those that affected it.
namespace fw::training {

/// Changes up to this version: TrainState::changes of the checkpoints that it writes.
int64_t change_count();

/// One warning per later change that affected the weights from which the run continues: those of its
/// checkpoint, or of the checkpoint from which it was branched. Empty for weights of this version, so a run
/// reports each change once: its next checkpoint is of this version.
/// @throws fw::Error training.bad_checkpoint, and errors of reading the model's configurations
/// Thread: any. Cost: a few small files.
std::vector<Fault> changes_since(const RunPlan& plan);

}  // namespace fw::training
