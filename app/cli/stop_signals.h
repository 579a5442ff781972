// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

#include "jobs/job_queue.h"

namespace fw::cli {

/// Blocks the signals that end a job gracefully, in this thread and those that it starts: call it before the
/// queue starts its thread.
sigset_t block_stop_signals();

enum class Says { to_wait, nothing };

/// The first signal asks the job to pause, if it can, so that no work is lost; the next one aborts it; a
/// third ends the process. The signals are blocked in every thread (block_stop_signals) and received here, so
/// that no async-signal-safe handler is needed.
/// @param stop  ends it
void take_signals(const std::stop_token& stop, jobs::JobQueue& queue, engine_api::JobId job,
                  Says says = Says::to_wait);

/// For work without a queue: requests a stop when one of the signals arrives, while this lives.
class StopOnSignal {
 public:
  StopOnSignal();
  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::jthread thread_;
};

}  // namespace fw::cli
