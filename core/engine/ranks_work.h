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

/// Does `work` as one of the processes of a world, or alone, and ends it with the others: whatever fails
/// anywhere ends all of them by a fault that names the rank; torchrun gets this process's own.
/// @param run  the folder that keeps what was exchanged last before a failure; `work` may name it; empty:
/// none
/// @return what `work` returns; an empty result if a pause or a stop came before the processes had met
/// @throws what `work` throws, or fw::Error of the rank that was first
engine_api::Outcome with_world(const launch::WorldSpec& place, engine_api::JobContext& job,
                               const std::function<engine_api::Outcome(const distributed::World&)>& work,
                               const std::filesystem::path& run = {});

/// The job's context for one of several processes: it stops where any of them has failed, and tells the
/// others what this one does. @param world  must outlive it
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
