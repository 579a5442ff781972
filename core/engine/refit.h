// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "base/error.h"
#include "run/run_folder.h"

/// Handles runs that need more memory than available.
namespace fw::engine {

/// Writes settings that fit the free memory, with a margin relative to what did not fit before, into the
/// run's file. Only changes settings that do not affect training results, so the run continues from its
/// checkpoint.
/// @return  the change in words
/// @throws fw::Error engine.no_fit; the planner's; fw::Cancelled. Cost: about ten plans. Thread: any.
std::string refit(const run::RunPaths& run, const std::stop_token& stop);

/// Extends an out-of-memory fault by settings that would have fitted. Call it after the run has freed its
/// memory. Does not throw: if no plan can be made, the fault is returned unchanged.
Fault with_settings_that_fit(const Fault& out_of_memory, const run::RunPaths& run,
                             const std::stop_token& stop) noexcept;

}  // namespace fw::engine
