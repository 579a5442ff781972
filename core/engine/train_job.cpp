// SPDX-License-Identifier: Apache-2.0
#include "engine/train_job.h"

#include "base/atomic_file.h"
#include "engine/params.h"
#include "training/trainer.h"

namespace fw::engine {

namespace {

/// Gives a run that is at its end `steps` more; a run that is not yet there goes on to the end it has. So the
/// same parameters, given again by a later resume, do not extend it twice.
void extend_ended_run(const config::RunPaths& run, int64_t steps) {
  const config::RunStatus status = config::run_status(run);
  if (steps <= 0 || status.step < status.total_steps || status.total_steps == 0) return;
  write_file_atomically(run.run_file(), config::set_in_text(read_file(run.run_file()), "training.train_steps",
                                                            status.step + steps));
}

}  // namespace

engine_api::Outcome run_train(const nlohmann::json& params, engine_api::JobContext& context) {
  std::optional<std::filesystem::path> checkpoint;
  if (!params.value("checkpoint", std::string()).empty()) checkpoint = path_param(params, "checkpoint");
  const config::RunPaths run{path_param(params, "run")};
  extend_ended_run(run, params.value("extend", int64_t{0}));
  return training::Trainer(run, checkpoint, {}).run(context);
}

}  // namespace fw::engine
