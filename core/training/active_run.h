// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "training/learner.h"
#include "training/requests.h"
#include "training/run_events.h"

namespace fw::training {

/// A run while it trains: what the parts of the trainer share. Thread: the training thread.
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

  /// @param clips  what becomes of clips that an interrupted run made of the step that it goes on from
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
