// SPDX-License-Identifier: Apache-2.0
#include "jobs/planner_thread.h"

#include <sys/resource.h>
#include <unistd.h>

#include <utility>

namespace fw::jobs {

namespace {

/// Ignores a plan's events: only its result is used.
class QuietContext : public engine_api::JobContext {
 public:
  explicit QuietContext(std::stop_token stop) : stop_(std::move(stop)) {}
  engine_api::JobId id() const override { return 0; }
  std::stop_token stop() const override { return stop_; }
  std::optional<engine_api::Request> take_request() override { return std::nullopt; }
  void publish(engine_api::EventBody) override {}

 private:
  std::stop_token stop_;
};

PlanAnswer answer_of(const engine_api::PlanRequest& request, const engine_api::Outcome& outcome) {
  if (outcome.state == engine_api::JobState::failed) return outcome.fault;
  if (!request.cards.empty()) return outcome.result.get<engine_api::ScalingPlan>();
  if (request.fit && request.generation) return outcome.result.get<engine_api::ClipFit>();
  if (request.fit) return outcome.result.get<engine_api::RunFit>();
  return outcome.result.get<engine_api::RunPlan>();
}

}  // namespace

PlannerThread::PlannerThread(Maker make, Answer answer)
    : make_(std::move(make)),
      answer_(std::move(answer)),
      thread_([this](const std::stop_token& stop) { run_until_stopped(stop); }) {}

PlannerThread::~PlannerThread() {
  thread_.request_stop();
  const std::lock_guard lock(mutex_);
  under_way_.request_stop();
}

void PlannerThread::request(engine_api::PlanRequest request) {
  {
    const std::lock_guard lock(mutex_);
    latest_ = std::move(request);
    under_way_.request_stop();
  }
  wake_.notify_one();
}

void PlannerThread::run_until_stopped(const std::stop_token& stop) {
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), 10);
  std::unique_lock lock(mutex_);
  while (wake_.wait(lock, stop, [this] { return latest_.has_value(); }) && !stop.stop_requested()) {
    const engine_api::PlanRequest request = *std::exchange(latest_, std::nullopt);
    under_way_ = std::stop_source();
    QuietContext context(under_way_.get_token());
    lock.unlock();
    const engine_api::Outcome outcome = make_(request)->run(context);
    if (!context.stop().stop_requested()) answer_(answer_of(request, outcome));
    lock.lock();
  }
}

}  // namespace fw::jobs
