// SPDX-License-Identifier: Apache-2.0
#include "workflow/ranks_job.h"

#include <poll.h>
#include <sys/socket.h>

#include <chrono>
#include <utility>

#include "base/paths.h"
#include "engine_api/requests.h"
#include "launch/rank_group.h"
#include "workflow/rank_logs.h"

namespace fw::workflow {

namespace {

using engine_api::GenerateRequest;
using engine_api::JobContext;
using engine_api::JobState;
using engine_api::Outcome;
using engine_api::TrainRequest;
using engine_api::Verb;
using Clock = std::chrono::steady_clock;

constexpr int glance_ms = 50;
/// Time for the processes to end by themselves after an abort; then they get SIGTERM.
constexpr std::chrono::seconds patience{10};

/// Forwards between a job of this process and that of rank 0.
class Relay {
 public:
  Relay(int line, JobContext& job) : line_(line), job_(job) {}

  /// Forwards what has arrived from both sides, or waits briefly for it.
  void pass() {
    while (const auto request = job_.take_request()) say(request->verb, request->value);
    pollfd from_rank{line_, POLLIN, 0};
    if (::poll(&from_rank, 1, glance_ms) > 0) read();
  }
  /// Forwards the rest after the end of rank 0.
  void pass_rest() {
    while (read()) continue;
  }
  void say(Verb verb, int64_t value = 0) {
    const std::string text =
        nlohmann::json(engine_api::Command{.verb = verb, .spec = {}, .value = value}).dump() + '\n';
    static_cast<void>(
        ::send(line_, text.data(), text.size(), MSG_NOSIGNAL));  // ignores a rank that has ended
  }
  /// How rank 0 reported the end of its job; nullopt if it did not.
  const std::optional<Outcome>& outcome() const { return outcome_; }

 private:
  bool read() {
    char part[16384];
    const ssize_t length = ::recv(line_, part, sizeof part, MSG_DONTWAIT);
    if (length <= 0) return false;
    input_.append(part, static_cast<size_t>(length));
    for (size_t end = input_.find('\n'); end != std::string::npos; end = input_.find('\n')) {
      take(input_.substr(0, end));
      input_.erase(0, end + 1);
    }
    return true;
  }

  void take(const std::string& line) {
    try {
      const nlohmann::json json = nlohmann::json::parse(line);
      const std::string event = json.value("event", "");
      if (event == engine_api::Queued::event || event == engine_api::Changed::event) return;
      if (event == engine_api::Failed::event) {
        outcome_ = Outcome::failed(json.at("fault").get<Fault>());
      } else if (event == engine_api::Finished::event) {
        const auto finished = json.get<engine_api::Event>();
        const auto& body = std::get<engine_api::Finished>(finished.body);
        outcome_ = Outcome{body.state, body.result, {}};
      } else {
        job_.publish(json.get<engine_api::Event>().body);
      }
    } catch (const std::exception&) {
      job_.log(engine_api::LogLevel::info, line);  // printed by a library
    }
  }

  const int line_;
  JobContext& job_;
  std::string input_;
  std::optional<Outcome> outcome_;
};

launch::LaunchSpec launch_spec(const TrainRequest& request) {
  launch::LaunchSpec spec{
      .arguments = {"--json", "train", "--commands", "--resume",
                    to_utf8(request.checkpoint.empty() ? request.run : request.checkpoint)},
      .ranks = request.world.size,
      .output = request.run / "ranks"};
  if (request.extend > 0)
    spec.arguments.insert(spec.arguments.end(), {"--extend", std::to_string(request.extend)});
  if (request.fit) spec.arguments.emplace_back("--fit");
  return spec;
}

launch::LaunchSpec launch_spec(const GenerateRequest& request) {
  const std::string text =
      nlohmann::json(request).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return {.arguments = {"--json", "generate", "--commands", "--request", text},
          .ranks = request.shared->world.size};
}

Outcome work_together(launch::LaunchSpec spec, const std::filesystem::path& program, JobContext& job) {
  spec.program = program;
  spec.first = launch::FirstRank::on_a_line;
  launch::RankGroup ranks(spec);
  Relay relay(ranks.line(), job);
  std::stop_source end;
  std::optional<Clock::time_point> aborted;
  std::optional<launch::RankEnd> ended;
  while (!(ended = ranks.poll(end.get_token()))) {
    relay.pass();
    if (job.stop().stop_requested() && !aborted) {
      aborted = Clock::now();
      relay.say(Verb::abort);
    }
    if (aborted && Clock::now() - *aborted > patience) end.request_stop();
  }
  relay.pass_rest();
  for (const Fault& killed : ranks.killed()) job.log(engine_api::LogLevel::warning, killed);
  if (job.stop().stop_requested()) throw Cancelled();
  if (relay.outcome()) return *relay.outcome();
  throw Error(fault_of(*ended, spec.output));
}

/// True if the processes of this world are still to be started: running ones have their places.
bool has_no_place_yet(const launch::WorldSpec& world) {
  return world.size > 1 && world.port == 0;
}

Outcome work_together(const TrainRequest& request, const std::filesystem::path& program, JobContext& job) {
  return work_together(launch_spec(request), program, job);
}

Outcome work_together(const GenerateRequest& request, const std::filesystem::path& program, JobContext& job) {
  const RankLogs logs(state_folder() / "ranks");
  launch::LaunchSpec spec = launch_spec(request);
  spec.output = logs.folder();
  return work_together(std::move(spec), program, job);
}

template <typename Request>
std::unique_ptr<engine_api::Job> job_of_ranks(const Request& request, const std::filesystem::path& program) {
  return engine_api::make_job([request, program](JobContext& job) {
    return engine_api::run_guarded([&] { return work_together(request, program, job); });
  });
}

}  // namespace

engine_api::JobKind train_kind_with_ranks(engine_api::JobKind train, std::filesystem::path program) {
  train.make = [alone = train.make, program = std::move(program)](const nlohmann::json& params) {
    auto request = params.get<TrainRequest>();
    if (!has_no_place_yet(request.world)) return alone(params);
    if (!request.branch_from.empty()) {
      request.world = {};
      return alone(request);
    }
    return job_of_ranks(request, program);
  };
  return train;
}

engine_api::JobKind clip_kind_with_ranks(engine_api::JobKind generate, std::filesystem::path program) {
  generate.make = [alone = generate.make, program = std::move(program)](const nlohmann::json& params) {
    const auto request = params.get<GenerateRequest>();
    const bool is_shared = request.shared && has_no_place_yet(request.shared->world);
    return is_shared ? job_of_ranks(request, program) : alone(params);
  };
  return generate;
}

}  // namespace fw::workflow
