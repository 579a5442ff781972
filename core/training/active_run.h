// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine_api/job.h"
#include "families/training_model.h"
#include "run/run_folder.h"
#include "training/checkpoint.h"
#include "training/event_log.h"
#include "training/requests.h"

namespace fw::training {

/// A run while it trains: what the parts of the trainer share. Thread: the training thread.
struct ActiveRun {
  run::RunPaths paths;
  run::RunSettings settings;
  engine_api::JobContext& context;
  Requests requests{context};
  std::unique_ptr<families::TrainingModel> model;
  nn::BlockRunner runner;
  std::optional<TrainedWeights> weights;
  std::optional<OptimizerStep> optimizer_step;
  std::optional<EventLog> log;
  TrainState state;
  int64_t total_steps = 0;

  ActiveRun(run::RunPaths paths, engine_api::JobContext& context)
      : paths(std::move(paths)), context(context) {}
  /// Tells whoever watches the job, and the run's events. @pre log
  /// @param fault  of a warning that a user should see at once
  void say(engine_api::LogLevel level, const std::string& text, const std::optional<Fault>& fault = {}) {
    context.publish(engine_api::Logged{level, text, fault});
    log->add("log", state.step, {{"level", engine_api::to_string(level)}, {"text", text}});
  }
  void check_stop() const {
    if (context.stop().stop_requested()) throw Cancelled();
  }
};

}  // namespace fw::training
