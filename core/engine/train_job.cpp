// SPDX-License-Identifier: Apache-2.0
#include "engine/train_job.h"

#include <chrono>
#include <random>
#include <thread>

#include "base/paths.h"
#include "distributed/ranks.h"
#include "engine/clip_files.h"
#include "engine/ranks_work.h"
#include "engine/refit.h"
#include "engine/run_encoding.h"
#include "engine_api/results.h"
#include "run/cache_cleanup.h"
#include "run/phase_times.h"
#include "tensor/torch_errors.h"
#include "training/left_out.h"
#include "training/requests.h"
#include "training/run_options.h"
#include "training/validation.h"

namespace fw::engine {

namespace {

/// The run of a job created by Verb::branch. It is created when the job first starts; a resumed job finds it
/// by the id in its folder, even if the original run no longer exists.
run::RunPaths run_of(const engine_api::TrainRequest& request) {
  if (request.branch_from.empty()) return {request.run};
  return run::branch_run({request.branch_from}, {}, request.settings, request.branch_id);
}

/// Unique to one job, even if other processes create ids at the same time.
std::string new_branch_id() {
  std::random_device random;
  char id[17];
  std::snprintf(id, sizeof id, "%08x%08x", random(), random());
  return id;
}

/// The job's context, which keeps requests that come while clips are encoded for the training, and times the
/// phases.
class KeptRequests : public RankContext {
 public:
  KeptRequests(engine_api::JobContext& job, const distributed::World& world)
      : RankContext(job, world), requests_(job) {}
  std::optional<engine_api::Request> take_request() override { return requests_.next(); }
  std::function<bool()> ends() { return requests_.ends(); }
  /// Starts timing the run's phases.
  void time(const run::RunPaths& run) { clock_.emplace(run); }
  void publish(engine_api::EventBody event) override {
    if (const auto* const progress = std::get_if<Progress>(&event); progress && clock_)
      clock_->take(*progress);
    RankContext::publish(std::move(event));
  }

 private:
  training::Requests requests_;
  std::optional<run::PhaseClock> clock_;
};

/// Outcome of a job that was paused or stopped before its run began.
engine_api::Outcome not_begun(const run::RunPaths& run, KeptRequests& context) {
  engine_api::Outcome outcome;
  while (const auto request = context.take_request()) {
    if (request->verb == engine_api::Verb::pause) outcome.state = engine_api::JobState::paused;
    if (request->verb == engine_api::Verb::stop_and_save) outcome.state = engine_api::JobState::stopped;
  }
  outcome.result = engine_api::TrainResult{.run = run.folder};
  return outcome;
}

/// Completes the run's cache. @return nullopt, or how the job ended: a pause does not wait for the last clip
std::optional<engine_api::Outcome> encode_missing(const run::RunPaths& run, const run::RunSettings& settings,
                                                  KeptRequests& context) {
  constexpr std::chrono::milliseconds watch_interval{50};
  std::stop_source end;
  const std::stop_callback aborted(context.stop(), [&] { end.request_stop(); });
  try {
    const std::jthread watch([&, ends = context.ends()](const std::stop_token& over) {
      while (!over.stop_requested() && !end.stop_requested()) {
        if (ends()) end.request_stop();
        std::this_thread::sleep_for(watch_interval);
      }
    });
    complete_cache(run, settings, context, end.get_token());
  } catch (const Cancelled&) {
    if (context.stop().stop_requested()) throw;
    return not_begun(run, context);
  }
  return std::nullopt;
}

}  // namespace

nlohmann::json train_again(const engine_api::Command& command, const nlohmann::json& params,
                           const nlohmann::json& result) {
  auto request = params.get<engine_api::TrainRequest>();
  request.checkpoint.clear();  // the newest one is later
  request.fit = command.verb == engine_api::Verb::refit;
  request.extend = command.verb == engine_api::Verb::extend ? command.value : 0;
  if (command.verb != engine_api::Verb::branch) return request;
  engine_api::TrainResult trained;
  read_fields(result, trained, "result", Reading::lenient);
  request.branch_from = trained.run.empty() ? request.run : trained.run;
  request.branch_id = new_branch_id();
  request.run.clear();
  read_fields(command.spec.params, request, "branch");
  return request;
}

nlohmann::json train_begun(const nlohmann::json& params) {
  auto request = params.get<engine_api::TrainRequest>();
  request.fit = false;
  return request;
}

namespace {

/// One-time work before the training. @return nullopt, or how the job ended
std::optional<engine_api::Outcome> prepare(const engine_api::TrainRequest& request, const run::RunPaths& run,
                                           KeptRequests& context) {
  if (request.fit) context.log(engine_api::LogLevel::info, refit(run, context.stop()));
  const run::RunSettings settings = run::read_run_file(run.run_file()).settings;
  run::note_cache_user(settings.cache, run.dataset());
#ifdef FW_MEDIA
  if (run::checkpoint_steps(run).empty()) training::check_sources(settings, run.dataset());
#endif
  return encode_missing(run, settings, context);
}

/// Connects to the other processes and determines which of them share each sample.
void connect(distributed::World& world, const run::RunPaths& run) {
  if (!world.ranks) return;
  const run::RunSettings settings = run::read_run_file(run.run_file()).settings;
  const launch::MeshShape shape = training::mesh_of(settings, world.size);
  world.ranks->connect(
      training::compute_device(settings, world), std::chrono::seconds(settings.rank_timeout_s),
      settings.check_collectives ? distributed::Ranks::Checks::yes : distributed::Ranks::Checks::no);
  if (shape.per_sample() > 1) world.mesh = distributed::Mesh::make(*world.ranks, shape);
}

/// The training in one process, alone or with the others of the world.
/// @param folder  receives the run's folder once no other job can write there
engine_api::Outcome train(const engine_api::TrainRequest& request, engine_api::JobContext& job,
                          distributed::World world, std::filesystem::path& folder) {
  KeptRequests context(job, world);
  std::optional<FileLock> lock;
  std::optional<engine_api::Outcome> ended;
  run::RunPaths run{request.run};
  world.on_first([&] {
    run = run_of(request);
    // Before changing anything in the folder: another process may be training there.
    lock = run::lock_run(run);
    context.time(run);
    ended = prepare(request, run, context);
  });
  run.folder = world.gather(to_utf8(run.folder)).front();
  folder = run.folder;
  if (world.of_first(ended.has_value()))
    return ended.value_or(engine_api::Outcome{engine_api::JobState::cancelled, {}, {}});
  std::optional<std::filesystem::path> checkpoint;
  if (request.branch_from.empty() && !request.checkpoint.empty()) checkpoint = request.checkpoint;
  connect(world, run);
  const std::unique_ptr<training::ClipSink> sink = make_clip_sink();
  training::ValidatorMaker validation;
  if (sink) {
    validation = [&sink](const training::RunPlan& plan, const std::stop_token& stop) {
      return training::make_validator(plan, *sink, stop);
    };
  }
  engine_api::Outcome outcome;
  try {
    tensor::with_torch_errors([&] {
      outcome =
          training::Trainer(run, checkpoint, std::move(validation), request.extend, std::move(lock), world)
              .run(context);
    });
  } catch (const Error& error) {
    if (error.fault().code != tensor::out_of_memory.code) throw;
    if (world.ranks) world.ranks->report(error.fault());  // so that other ranks do not wait for the search
    context.log(engine_api::LogLevel::info, "Memory ran out: looking for settings that fit.");
    throw Error(with_settings_that_fit(error.fault(), run, context.stop()));
  }
  return outcome;
}

}  // namespace

engine_api::Outcome run_train(const engine_api::TrainRequest& request, engine_api::JobContext& job) {
  std::filesystem::path run;
  const auto work = [&](const distributed::World& world) {
    if (!world.ranks) return train(request, job, world, run);
    const std::string common = world.gather(nlohmann::json(request).dump()).front();
    return train(nlohmann::json::parse(common).get<engine_api::TrainRequest>(), job, world, run);
  };
  engine_api::Outcome outcome = with_world(request.world, job, work, run);
  if (outcome.result.empty()) outcome.result = engine_api::TrainResult{.run = request.run};
  return outcome;
}

}  // namespace fw::engine
