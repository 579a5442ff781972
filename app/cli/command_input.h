// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "jobs/job_queue.h"

namespace fw::cli {

/// Passes on commands from another program on standard input to the job, for --commands: one command per line
/// of JSON, {"verb": "pause"}. Verbs: pause, stop_and_save, checkpoint_now, validate_now and abort. Reports
/// anything else on standard error; ignores the end of the input. @param stop  ends it
void take_commands(const std::stop_token& stop, jobs::JobQueue& queue, engine_api::JobId job);

}  // namespace fw::cli
