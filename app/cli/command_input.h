// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "jobs/job_queue.h"

namespace fw::cli {

/// Passes on what another program says to the job on standard input, as --commands has it: a line of JSON a
/// command, {"verb": "pause"}. Verbs: pause, stop_and_save, checkpoint_now, validate_now and abort. What is
/// none of these is told on standard error; the end of the input changes nothing. @param stop  ends it
void take_commands(const std::stop_token& stop, jobs::JobQueue& queue, engine_api::JobId job);

}  // namespace fw::cli
