// SPDX-License-Identifier: Apache-2.0
#include "engine/train_job.h"

#include "base/atomic_file.h"
#include "config/cache_cleanup.h"
#include "engine/params.h"
#include "engine/refit.h"
#include "tensor/torch_errors.h"
#include "training/trainer.h"

#ifdef FW_MEDIA
#include "engine/validation.h"
#endif

namespace fw::engine {

namespace {

/// Gives a run that is at its end `steps` more; a run that is not yet there goes on to the end it has. So the
/// same parameters, given again by a later resume, do not extend it twice.
void extend_ended_run(const config::RunPaths& run, int64_t steps) {
  const config::RunStatus status = config::run_status(run);
  if (steps <= 0 || status.step < status.total_steps || status.total_steps == 0) return;
  write_file_atomically(
      run.run_file(),
      config::set_in_text(read_file(run.run_file()), "training.train_steps", status.step + steps),
      Existing::replace);
}

/// The run that a job made by Verb::branch trains. It is made when the job first starts; the id in its name
/// lets the job find it again when it is resumed.
config::RunPaths branched_run(const nlohmann::json& params) {
  const config::RunPaths from{path_param(params, "branch_from")};
  const config::RunSettings settings = config::read_run_file(from.run_file()).settings;
  const std::string name = (settings.name.empty() ? "run" : settings.name) + "-branch-" +
                           params.at("branch_id").get<std::string>();
  for (const config::RunPaths& run : config::list_runs(from.folder.parent_path()))
    if (run.folder.filename().string().starts_with(name)) return run;
  auto changes = params.value("settings", std::vector<std::string>());
  changes.push_back("run.name=" + config::to_toml(name));
  return config::branch_run(from, {}, changes);
}

}  // namespace

engine_api::Outcome run_train(const nlohmann::json& params, engine_api::JobContext& context) {
  const bool branched = params.contains("branch_from");
  const config::RunPaths run = branched ? branched_run(params) : config::RunPaths{path_param(params, "run")};
  std::optional<std::filesystem::path> checkpoint;
  const bool newest = branched || params.value("resume", std::string()) == "latest";
  if (!newest && !params.value("checkpoint", std::string()).empty())
    checkpoint = path_param(params, "checkpoint");
  if (params.value("fit", false)) context.log(engine_api::LogLevel::info, refit(run, context.stop()));
  extend_ended_run(run, params.value("extend", int64_t{0}));
  config::note_cache_user(config::read_run_file(run.run_file()).settings.cache, run.dataset());
  training::Validator validator;
#ifdef FW_MEDIA
  validator = make_validator(run, context.stop());
#endif
  engine_api::Outcome outcome;
  try {
    tensor::with_torch_errors(
        [&] { outcome = training::Trainer(run, checkpoint, std::move(validator)).run(context); });
  } catch (const Error& error) {
    if (error.fault().code != tensor::out_of_memory.code) throw;
    context.log(engine_api::LogLevel::info, "Memory ran out: looking for settings that fit.");
    throw Error(with_settings_that_fit(error.fault(), run, context.stop()));
  }
  return outcome;
}

}  // namespace fw::engine
