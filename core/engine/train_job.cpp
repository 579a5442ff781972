// SPDX-License-Identifier: Apache-2.0
#include "engine/train_job.h"

#include <random>

#include "engine/clip_files.h"
#include "engine/refit.h"
#include "engine_api/results.h"
#include "run/cache_cleanup.h"
#include "tensor/torch_errors.h"
#include "training/validation.h"

namespace fw::engine {

namespace {

/// The run that a job made by Verb::branch trains. It is made when the job first starts; by the id in its
/// folder the job finds it again when it is resumed, even after the run that it came from is gone.
run::RunPaths run_of(const engine_api::TrainRequest& request) {
  if (request.branch_from.empty()) return {request.run};
  return run::branch_run({request.branch_from}, {}, request.settings, request.branch_id);
}

/// Of one job alone, whatever other processes do in the same moment.
std::string new_branch_id() {
  std::random_device random;
  char id[17];
  std::snprintf(id, sizeof id, "%08x%08x", random(), random());
  return id;
}

}  // namespace

nlohmann::json train_again(const engine_api::Command& command, const nlohmann::json& params,
                           const nlohmann::json& result) {
  auto request = params.get<engine_api::TrainRequest>();
  request.checkpoint.clear();  // the newest is later
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
  request.extend = 0;
  request.fit = false;
  return request;
}

engine_api::Outcome run_train(const engine_api::TrainRequest& request, engine_api::JobContext& context) {
  const run::RunPaths run = run_of(request);
  std::optional<std::filesystem::path> checkpoint;
  if (request.branch_from.empty() && !request.checkpoint.empty()) checkpoint = request.checkpoint;
  // Before anything in the folder is changed: another process may train there.
  std::optional<FileLock> lock = run::lock_run(run);
  if (request.fit) context.log(engine_api::LogLevel::info, refit(run, context.stop()));
  run::note_cache_user(run::read_run_file(run.run_file()).settings.cache, run.dataset());
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
      outcome = training::Trainer(run, checkpoint, std::move(validation), request.extend, std::move(lock))
                    .run(context);
    });
  } catch (const Error& error) {
    if (error.fault().code != tensor::out_of_memory.code) throw;
    context.log(engine_api::LogLevel::info, "Memory ran out: looking for settings that fit.");
    throw Error(with_settings_that_fit(error.fault(), run, context.stop()));
  }
  return outcome;
}

}  // namespace fw::engine
