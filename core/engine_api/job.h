// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stop_token>
#include <string>

#include "base/error.h"
#include "engine_api/commands.h"
#include "engine_api/events.h"

namespace fw::engine_api {

/// A request to a running job: checkpoint_now, validate_now, extend (with value), pause or stop_and_save.
struct Request {
  Verb verb;
  int64_t value = 0;
};

/// A running job's access to its environment: provided by the queue, called by the job on its own thread.
class JobContext {
 public:
  virtual ~JobContext() = default;
  virtual JobId id() const = 0;
  /// Set by abort. A job checks it at least once per step and ends by throwing fw::Cancelled.
  virtual std::stop_token stop() const = 0;
  /// Returns each unread request once, oldest first. A job checks between steps.
  virtual std::optional<Request> take_request() = 0;
  virtual void publish(EventBody event) = 0;

  void progress(Progress progress) { publish(std::move(progress)); }
  void log(LogLevel level, std::string text) { publish(Logged{level, std::move(text)}); }
  void log(LogLevel level, const Fault& fault) { publish(Logged{level, fault.full_message(), fault}); }
  /// A warning that the user should see immediately.
  void advise(const Fault& fault) { publish(Logged{LogLevel::warning, fault.full_message(), fault, true}); }
};

/// How a job ended.
struct Outcome {
  JobState state = JobState::finished;  ///< finished, paused, stopped, cancelled or failed
  nlohmann::json result = nlohmann::json::object();
  Fault fault;  ///< when failed

  static Outcome finished(nlohmann::json result) { return {JobState::finished, std::move(result), {}}; }
  static Outcome failed(Fault fault) {
    return {JobState::failed, nlohmann::json::object(), std::move(fault)};
  }
};

/// One piece of long work. run() does not throw, since the engine's jobs are behind a library border.
class Job {
 public:
  virtual ~Job() = default;
  virtual Outcome run(JobContext& context) noexcept = 0;
};

/// Each lane runs its jobs one at a time, in parallel with the other lanes.
enum class Lane {
  device,    ///< computes on the device
  dataset,   ///< reads clips and writes a project
  download,  ///< waits for the network
};
inline constexpr std::array all_lanes{Lane::device, Lane::dataset, Lane::download};

/// A kind of job. The queue knows verbs but no kinds; the effect of a verb on a job's request is defined
/// here.
struct JobKind {
  std::string name;
  std::set<Verb> verbs;  ///< supported in addition to submit, reorder, hold, abort and remove
  std::function<std::unique_ptr<Job>(const nlohmann::json& params)> make;
  /// Parameters of an ended job for resume, refit, extend or branch; null: unchanged.
  /// @param params  of the job   @param result  of the job
  std::function<nlohmann::json(const Command& command, const nlohmann::json& params,
                               const nlohmann::json& result)>
      again{};
  /// Parameters to keep once the job has begun: without one-time actions that must not be repeated when it is
  /// resumed. Null: all.
  std::function<nlohmann::json(const nlohmann::json& params)> begun{};
  Lane lane = Lane::device;
};

/// Turns an exception of `work` into an outcome: Cancelled, fw::Error, std::bad_alloc, any other exception (a
/// bug: reported as such).
Outcome run_guarded(const std::function<Outcome()>& work) noexcept;
/// Converts the current exception. @pre called in a catch block
Fault caught_fault() noexcept;

/// Creates a job from a function.
std::unique_ptr<Job> make_job(std::function<Outcome(JobContext&)> work);

/// The kind whose jobs run `work` on a request; invalid parameters end the job with a fault.
template <typename Request>
JobKind kind_of(std::function<Outcome(const Request& request, JobContext& context)> work,
                std::set<Verb> verbs = {}, Lane lane = Lane::device) {
  return {
      .name = std::string(Request::kind),
      .verbs = std::move(verbs),
      .make =
          [work = std::move(work)](const nlohmann::json& params) {
            return make_job(
                [work, params](JobContext& context) { return work(params.get<Request>(), context); });
          },
      .lane = lane,
  };
}

}  // namespace fw::engine_api
