// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <thread>

#include "engine_api/job.h"

namespace fw::jobs {

/// Makes plans beside the job queue, so that they are live while a run goes on: one at a time, on a thread at
/// nice 10, and only the latest that was asked for. A newer request stops the one under way and takes the
/// place of one that waits; neither is answered then.
/// Thread: all calls any.
class PlannerThread {
 public:
  using Maker = std::function<std::unique_ptr<engine_api::Job>(const nlohmann::json& params)>;
  /// Called on the planner's thread with what a request came to: finished with its result, or failed.
  using Answer = std::function<void(const engine_api::Outcome& outcome)>;

  /// @param make  a job that makes a plan: EngineLibrary::make_job of the kind "plan"
  PlannerThread(Maker make, Answer answer);
  /// Stops the plan under way and waits for it.
  ~PlannerThread();
  PlannerThread(const PlannerThread&) = delete;
  PlannerThread& operator=(const PlannerThread&) = delete;

  /// Never waits for a plan.
  void request(nlohmann::json params);

 private:
  void run_until_stopped(const std::stop_token& stop);

  const Maker make_;
  const Answer answer_;
  std::mutex mutex_;  // guards the two below
  std::optional<nlohmann::json> latest_;
  std::stop_source under_way_{std::nostopstate};
  std::condition_variable_any wake_;
  std::jthread thread_;  // last: starts when all else is there
};

}  // namespace fw::jobs
