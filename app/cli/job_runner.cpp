// SPDX-License-Identifier: Apache-2.0
#include "cli/job_runner.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <thread>
#include <utility>

#include "cli/command_input.h"
#include "cli/progress_line.h"
#include "cli/stop_signals.h"
#include "jobs/engine_library.h"

namespace fw::cli {

namespace {

using engine_api::Event;
using engine_api::JobState;

/// Shows a job's events to the user.
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
                 const PrintResult& print_result, Commands commands = Commands::none) {
  Console console;
  queue.events().subscribe([&](std::span<const Event> events) {
    for (const Event& event : events) session.json ? print_json(event) : console.show(event);
  });
  const engine_api::Reply reply = queue.submit(std::move(spec));
  if (reply.fault) return report_fault(session, *reply.fault);
  std::jthread signals([&](const std::stop_token& stop) { take_signals(stop, queue, reply.job); });
  std::jthread input;
  if (commands == Commands::on_input)
    input = std::jthread([&](const std::stop_token& stop) { take_commands(stop, queue, reply.job); });
  queue.wait(reply.job);
  queue.events().flush();
  console.clear();
  const jobs::JobInfo info = *queue.job(reply.job);
  if (info.state == JobState::failed) {
    if (session.json)
      return info.fault->blame == Blame::input ? exit_usage : exit_failed;  // its event has been printed
    return report_fault(session, *info.fault);
  }
  if (info.state == JobState::cancelled) {
    if (!session.json) std::cerr << "Cancelled." << std::endl;
    return exit_cancelled;
  }
  const int code = print_result(info.result);
  return info.state == JobState::paused ? exit_cancelled : code;
}

engine_api::LoraChoice parse_lora(const std::string& text) {
  const size_t colon = text.rfind(':');
  if (colon != std::string::npos && colon + 1 < text.size()) {
    double weight = 0;
    const char* const end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data() + colon + 1, end, weight);
    if (error == std::errc() && last == end && std::isfinite(weight)) return {text.substr(0, colon), weight};
    if (error == std::errc() && last == end)
      throw CLI::ValidationError("LoRA", "the weight of " + text + " must be a finite number");
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

int follow_engine_job(engine_api::JobSpec spec) {
  block_stop_signals();
  jobs::JobQueue queue;
  jobs::add_engine_kinds(queue, *jobs::open_engine());
  const engine_api::Reply reply = queue.submit(std::move(spec));
  if (reply.fault) return report_fault({}, *reply.fault);
  const std::jthread signals(
      [&](const std::stop_token& stop) { take_signals(stop, queue, reply.job, Says::nothing); });
  queue.wait(reply.job);
  const jobs::JobInfo info = *queue.job(reply.job);
  if (info.state == JobState::failed) {
    // Another rank's failure is reported by that rank, or by rank 0 unless that is gone or hangs.
    const std::string& code = info.fault->code;
    const auto rank = info.fault->arguments.find("rank");
    const bool first_is_silent =
        rank != info.fault->arguments.end() && rank->second == "0" && code != "distributed.rank_failed";
    if (!code.starts_with("distributed.") || first_is_silent) return report_fault({}, *info.fault);
    return exit_failed;
  }
  return info.state == JobState::paused || info.state == JobState::cancelled ? exit_cancelled : exit_done;
}

int run_engine_job(const Session& session, engine_api::JobSpec spec, const PrintResult& print_result,
                   Commands commands) {
  block_stop_signals();
  jobs::JobQueue queue;
  jobs::add_engine_kinds(queue, *jobs::open_engine());
  return run_and_wait(session, queue, std::move(spec), print_result, commands);
}

int run_job(const Session& session, engine_api::JobKind kind, engine_api::JobSpec spec,
            const PrintResult& print_result) {
  block_stop_signals();
  jobs::JobQueue queue;
  queue.add_kind(std::move(kind));
  return run_and_wait(session, queue, std::move(spec), print_result);
}

}  // namespace fw::cli
