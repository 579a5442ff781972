// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

#include "jobs/job_queue.h"

namespace fw::cli {

/// The signals that end a job in a kind way, from now on blocked in this thread and those that it starts:
/// called before the queue starts its own.
sigset_t block_stop_signals();

enum class Says { to_wait, nothing };

/// The first signal asks the job to pause, where it can, so that no work is lost; the next one aborts it, one
/// more ends the process. The signals are blocked in every thread (block_stop_signals) and taken here, so
/// that no handler has to be async-signal-safe.
/// @param stop  ends it
void take_signals(const std::stop_token& stop, jobs::JobQueue& queue, engine_api::JobId job,
                  Says says = Says::to_wait);

/// For work without a queue: a stop is asked for as soon as one of the signals comes, as long as this lives.
class StopOnSignal {
 public:
  StopOnSignal();
  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::jthread thread_;
};

}  // namespace fw::cli
