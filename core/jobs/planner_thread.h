// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <variant>

#include "engine_api/job.h"
#include "engine_api/plan.h"
#include "engine_api/requests.h"
#include "engine_api/scaling.h"

namespace fw::jobs {

/// A plan, a fit, a forecast for several GPUs, or the reason why there is none.
using PlanAnswer = std::variant<engine_api::RunPlan, engine_api::RunFit, engine_api::ClipFit,
                                engine_api::ScalingPlan, Fault>;

/// Makes plans outside the job queue, so that they update while a run is active: one at a time, on a thread
/// at nice 10, and only the latest request. A newer request stops the current one and replaces a waiting one;
/// neither is answered then.
/// Thread: all calls any.
class PlannerThread {
 public:
  using Maker = std::function<std::unique_ptr<engine_api::Job>(const nlohmann::json& params)>;
  /// Called on the planner's thread with the answer to a request.
  using Answer = std::function<void(const PlanAnswer& answer)>;

  /// @param make  creates a job of the kind "plan"
  PlannerThread(Maker make, Answer answer);
  /// Stops the current plan and waits for it.
  ~PlannerThread();
  PlannerThread(const PlannerThread&) = delete;
  PlannerThread& operator=(const PlannerThread&) = delete;

  /// Never waits for a plan.
  void request(engine_api::PlanRequest request);

 private:
  void run_until_stopped(const std::stop_token& stop);

  const Maker make_;
  const Answer answer_;
  std::mutex mutex_;  // guards the two members below
  std::optional<engine_api::PlanRequest> latest_;
  std::stop_source under_way_{std::nostopstate};
  std::condition_variable_any wake_;
  std::jthread thread_;  // last: starts when all other members exist
};

}  // namespace fw::jobs
