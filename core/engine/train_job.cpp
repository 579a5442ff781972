// SPDX-License-Identifier: Apache-2.0
#include "engine/train_job.h"

#include "engine/clip_files.h"
#include "engine/params.h"
#include "engine/refit.h"
#include "run/cache_cleanup.h"
#include "tensor/torch_errors.h"
#include "training/validation.h"

namespace fw::engine {

namespace {

/// The run that a job made by Verb::branch trains. It is made when the job first starts; by the id in its
/// folder the job finds it again when it is resumed, even after the run that it came from is gone.
run::RunPaths branched_run(const nlohmann::json& params) {
  const run::RunPaths from{path_param(params, "branch_from")};
  return run::branch_run(from, {}, params.value("settings", std::vector<std::string>()),
                         params.at("branch_id").get<std::string>());
}

}  // namespace

engine_api::Outcome run_train(const nlohmann::json& params, engine_api::JobContext& context) {
  const bool branched = params.contains("branch_from");
  const run::RunPaths run = branched ? branched_run(params) : run::RunPaths{path_param(params, "run")};
  std::optional<std::filesystem::path> checkpoint;
  const bool newest = branched || params.value("resume", std::string()) == "latest";
  if (!newest && !params.value("checkpoint", std::string()).empty())
    checkpoint = path_param(params, "checkpoint");
  // Before anything in the folder is changed: another process may train there.
  std::optional<FileLock> lock = run::lock_run(run);
  if (params.value("fit", false)) context.log(engine_api::LogLevel::info, refit(run, context.stop()));
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
      outcome = training::Trainer(run, checkpoint, std::move(validation), params.value("extend", int64_t{0}),
                                  std::move(lock))
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
