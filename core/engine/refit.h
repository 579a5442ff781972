// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "base/error.h"
#include "run/run_folder.h"

/// A run that needs more memory than there is.
namespace fw::engine {

/// Writes the settings that fit what is free now, with a margin to what did not fit before, into the run's
/// own file: only such as change nothing of what is learned, so that the run goes on from its checkpoint.
/// @return  the change in words
/// @throws fw::Error engine.no_fit; planner's; fw::Cancelled. Cost: some ten plans. Thread: any.
std::string refit(const run::RunPaths& run, const std::stop_token& stop);

/// The fault of a run that ran out of memory, with the settings that would have fitted. Call it when the
/// run's memory is free again. It throws nothing: where no plan can be made the fault stays as it is.
Fault with_settings_that_fit(const Fault& out_of_memory, const run::RunPaths& run,
                             const std::stop_token& stop) noexcept;

}  // namespace fw::engine
