// SPDX-License-Identifier: Apache-2.0
#include "cli/stop_signals.h"

#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <iostream>
#include <utility>

#include "cli/command.h"

namespace fw::cli {

namespace {

sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  // The terminal was closed; nohup ignores the signal on purpose.
  struct sigaction hangup {};
  if (::sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN) sigaddset(&signals, SIGHUP);
  return signals;
}

}  // namespace

sigset_t block_stop_signals() {
  const sigset_t signals = stop_signals();
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

void take_signals(const std::stop_token& stop, jobs::JobQueue& queue, engine_api::JobId job, Says says) {
  const sigset_t signals = stop_signals();
  bool paused = false, aborted = false;
  std::chrono::steady_clock::time_point last{};
  while (!stop.stop_requested()) {
    constexpr timespec interval{0, 50'000'000};
    if (::sigtimedwait(&signals, nullptr, &interval) < 0) continue;
    // A terminal and a wrapper such as timeout may both forward the same stop.
    const auto now = std::chrono::steady_clock::now();
    if (now - std::exchange(last, now) < std::chrono::milliseconds(500)) continue;
    if (aborted) ::_exit(exit_cancelled);
    if (!paused && !queue.send({engine_api::Verb::pause, job, {}, 0}).fault) {
      paused = true;
      if (says == Says::to_wait) std::cerr << "\nSaving. Press Ctrl+C again to stop at once." << std::endl;
      continue;
    }
    aborted = true;
    queue.send({engine_api::Verb::abort, job, {}, 0});
  }
}

StopOnSignal::StopOnSignal() {
  block_stop_signals();
  thread_ = std::jthread([source = source_](const std::stop_token& end) mutable {
    const sigset_t signals = stop_signals();
    while (!end.stop_requested()) {
      constexpr timespec interval{0, 50'000'000};
      if (::sigtimedwait(&signals, nullptr, &interval) >= 0) source.request_stop();
    }
  });
}

}  // namespace fw::cli
