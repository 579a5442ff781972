// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "training/learner.h"
#include "training/requests.h"
#include "training/run_events.h"

namespace fw::training {

/// State that the parts of the trainer share while a run trains. Thread: the training thread.
struct ActiveRun {
  const run::RunPaths paths;
  run::RunSettings settings;
  TrainState state;
  int64_t total_steps;
  engine_api::JobContext& context;
  Learner& learner;
  const distributed::World world;
  Requests requests;
  RunEvents events;

  /// @param clips  what to do with clips that an interrupted run made at the step it resumes from
  ActiveRun(const RunPlan& plan, engine_api::JobContext& context, Learner& learner,
            const distributed::World& world, EventLog::Clips clips)
      : paths(plan.paths),
        settings(plan.settings),
        state(plan.state),
        total_steps(plan.total_steps),
        context(context),
        learner(learner),
        world(world),
        requests(context, world),
        events(context, plan, state, clips, world) {}

  void check_stop() const {
    if (context.stop().stop_requested()) throw Cancelled();
  }
};

}  // namespace fw::training
