// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "operations.h"

/// Invariants after each operation and each sequence. All return the violations; empty if there are none.
namespace fw::faults {

using Wrongs = std::vector<std::string>;

/// How the process ended and what it reported.
Wrongs check_ending(const Operation& operation, const Plan& plan, const Outcome& outcome);
/// Changed files that it should not have touched.
Wrongs check_files(const Operation& operation, const Snapshot& before, const Snapshot& after);
/// Records what the operation promised: checkpoints, results, lists.
void take_promises(World& world, const Operation& operation, const Outcome& outcome);
/// Whether these promises hold on disk.
Wrongs check_promises(const World& world, const Operation& operation, const Outcome& outcome);
/// Lists that it wrote are complete, and precompute loses no sample.
Wrongs check_lists(World& world, const Operation& operation, const Outcome& outcome);
/// Its reported work is complete, or it names what is missing.
Wrongs check_report(const World& world, const Operation& operation, const Outcome& outcome);
/// Opens the project, lets SQLite check it, and compares its clips with the known ones; then records them.
Wrongs check_project(World& world, const Operation& operation, const Outcome& outcome);
/// Resumes a run to its end, which encodes again what a clean-up has removed from the cache.
Wrongs check_run(const World& world, const std::string& run);
/// Trains an ended run again, from its beginning and without disturbance: both give the same bits.
Wrongs compare_run(const World& world, const std::string& run);

}  // namespace fw::faults
