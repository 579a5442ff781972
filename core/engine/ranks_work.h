// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <functional>
#include <string>

#include "distributed/world.h"
#include "engine_api/job.h"
#include "launch/world_spec.h"

namespace fw::engine {

/// Runs `work` as one process of a world, or alone, and ends together with the others: any failure ends all
/// of them with a fault that names the rank; torchrun receives this process's own.
/// @param run  folder that stores the last exchanges before a failure; `work` may set it; empty: none
/// @return the result of `work`; an empty outcome if a pause or stop came before all processes were connected
/// @throws what `work` throws, or fw::Error of the rank that failed first
engine_api::Outcome with_world(const launch::WorldSpec& place, engine_api::JobContext& job,
                               const std::function<engine_api::Outcome(const distributed::World&)>& work,
                               const std::filesystem::path& run = {});

/// The job's context for one of several processes: stops if any of them has failed, and reports this one's
/// phases to the others. @param world  must outlive it
class RankContext : public engine_api::JobContext {
 public:
  RankContext(engine_api::JobContext& job, const distributed::World& world) : job_(job), world_(world) {}
  engine_api::JobId id() const override { return job_.id(); }
  std::stop_token stop() const override;
  std::optional<engine_api::Request> take_request() override { return job_.take_request(); }
  void publish(engine_api::EventBody event) override;

 private:
  engine_api::JobContext& job_;
  const distributed::World& world_;
};

}  // namespace fw::engine
