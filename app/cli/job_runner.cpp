// SPDX-License-Identifier: Apache-2.0
#include "cli/job_runner.h"

#include <pthread.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <thread>
#include <utility>

#include "cli/progress_line.h"
#include "jobs/engine_library.h"

namespace fw::cli {

namespace {

using engine_api::Event;
using engine_api::JobState;

sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  // The terminal was closed; nohup has it ignored on purpose.
  struct sigaction hangup {};
  if (::sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN) sigaddset(&signals, SIGHUP);
  return signals;
}

/// The first signal asks the job to pause, where it can, so that no work is lost; the next one aborts it, one
/// more ends the process. The signals are blocked in every thread (see run_and_wait) and taken here, so that
/// no handler has to be async-signal-safe.
void take_signals(const std::stop_token& stop, jobs::JobQueue& queue, engine_api::JobId job) {
  const sigset_t signals = stop_signals();
  bool paused = false, aborted = false;
  std::chrono::steady_clock::time_point last{};
  while (!stop.stop_requested()) {
    constexpr timespec interval{0, 50'000'000};
    if (::sigtimedwait(&signals, nullptr, &interval) < 0) continue;
    // A terminal and a wrapper such as timeout may both pass on one and the same stop.
    const auto now = std::chrono::steady_clock::now();
    if (now - std::exchange(last, now) < std::chrono::milliseconds(500)) continue;
    if (aborted) ::_exit(exit_cancelled);
    if (!paused && !queue.send({engine_api::Verb::pause, job, {}, 0}).fault) {
      paused = true;
      std::cerr << "\nSaving. Press Ctrl+C again to stop at once." << std::endl;
      continue;
    }
    aborted = true;
    queue.send({engine_api::Verb::abort, job, {}, 0});
  }
}

/// Shows a job's events to a person.
class Console {
 public:
  void show(const Event& event) {
    if (const auto* progress = std::get_if<Progress>(&event.body)) {
      progress_.show(*progress);
    } else if (const auto* line = std::get_if<engine_api::Logged>(&event.body)) {
      clear();
      const bool plain = line->level == engine_api::LogLevel::info;
      std::cerr << (plain ? "" : std::string(name_of(line->level)) + ": ") << line->text << std::endl;
    }
  }
  void clear() { progress_.clear(); }

 private:
  ProgressDisplay progress_;
};

int run_and_wait(const Session& session, jobs::JobQueue& queue, engine_api::JobSpec spec,
                 const PrintResult& print_result) {
  Console console;
  queue.events().subscribe([&](std::span<const Event> events) {
    for (const Event& event : events) session.json ? print_json(event) : console.show(event);
  });
  const engine_api::Reply reply = queue.submit(std::move(spec));
  if (reply.fault) return report_fault(session, *reply.fault);
  std::jthread signals([&](const std::stop_token& stop) { take_signals(stop, queue, reply.job); });
  queue.wait(reply.job);
  queue.events().flush();
  console.clear();
  const jobs::JobInfo info = *queue.job(reply.job);
  if (info.state == JobState::failed) {
    if (session.json)
      return info.fault->blame == Blame::input ? exit_usage : exit_failed;  // its event is out already
    return report_fault(session, *info.fault);
  }
  if (info.state == JobState::cancelled) {
    if (!session.json) std::cerr << "Cancelled." << std::endl;
    return exit_cancelled;
  }
  const int code = print_result(info.result);
  return info.state == JobState::paused ? exit_cancelled : code;
}

/// Signals must be blocked before the queue starts its threads, which inherit the mask.
void block_stop_signals() {
  const sigset_t signals = stop_signals();
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

engine_api::LoraChoice parse_lora(const std::string& text) {
  const size_t colon = text.rfind(':');
  if (colon != std::string::npos && colon + 1 < text.size()) {
    double weight = 0;
    const char* const end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data() + colon + 1, end, weight);
    if (error == std::errc() && last == end) return {text.substr(0, colon), weight};
  }
  return {text};
}

}  // namespace

CLI::Option* add_loras(CLI::App& command, const char* flags, std::vector<engine_api::LoraChoice>& loras,
                       const char* help) {
  return command.add_option_function<std::vector<std::string>>(
      flags,
      [&loras](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) loras.push_back(parse_lora(text));
      },
      help);
}

int run_engine_job(const Session& session, engine_api::JobSpec spec, const PrintResult& print_result) {
  block_stop_signals();
  jobs::JobQueue queue;
  jobs::add_engine_kinds(queue, *jobs::open_engine());
  return run_and_wait(session, queue, std::move(spec), print_result);
}

int run_job(const Session& session, engine_api::JobKind kind, engine_api::JobSpec spec,
            const PrintResult& print_result) {
  block_stop_signals();
  jobs::JobQueue queue;
  queue.add_kind(std::move(kind));
  return run_and_wait(session, queue, std::move(spec), print_result);
}

}  // namespace fw::cli
