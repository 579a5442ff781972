// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// What a running job has of the world: the queue gives it, the job calls it on its own thread.
class JobContext {
 public:
  virtual ~JobContext() = default;
  virtual JobId id() const = 0;
  /// Set by abort. A job looks at it at least once a step and ends by throwing fw::Cancelled.
  virtual std::stop_token stop() const = 0;
  /// The oldest unread request, once each. A job looks between steps.
  virtual std::optional<Request> take_request() = 0;
  virtual void publish(EventBody event) = 0;

  void progress(Progress progress) { publish(std::move(progress)); }
  void log(LogLevel level, std::string text) { publish(Logged{level, std::move(text)}); }
  void log(LogLevel level, const Fault& fault) { publish(Logged{level, fault.full_message(), fault}); }
  /// A warning that a user should see at once.
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

/// One piece of long work. No exception leaves run(): jobs of the engine live behind a library border.
class Job {
 public:
  virtual ~Job() = default;
  virtual Outcome run(JobContext& context) noexcept = 0;
};

/// A kind of job. The queue knows verbs and nothing of any kind; what a verb does to a job's request is said
/// here.
struct JobKind {
  std::string name;
  std::set<Verb> verbs;  ///< those it understands besides submit, reorder, hold, abort and remove
  std::function<std::unique_ptr<Job>(const nlohmann::json& params)> make;
  /// What resume, refit, extend and branch make of an ended job's parameters; not set: they stay.
  /// @param params  the job's   @param result  what it ended with
  std::function<nlohmann::json(const Command& command, const nlohmann::json& params,
                               const nlohmann::json& result)>
      again{};
  /// The parameters that a job keeps once it has begun: without what is done once, however often it is
  /// resumed. Not set: all.
  std::function<nlohmann::json(const nlohmann::json& params)> begun{};
};

/// Turns what `work` throws into an outcome: Cancelled, fw::Error, std::bad_alloc, any other exception (a
/// bug: reported as such).
Outcome run_guarded(const std::function<Outcome()>& work) noexcept;
/// What the exception says that is being handled. @pre called in a catch block
Fault caught_fault() noexcept;

/// A job made of a function.
std::unique_ptr<Job> make_job(std::function<Outcome(JobContext&)> work);

/// The kind whose jobs do `work` on a request; parameters that are none of it end the job with a fault.
template <typename Request>
JobKind kind_of(std::function<Outcome(const Request& request, JobContext& context)> work,
                std::set<Verb> verbs = {}) {
  return {
      std::string(Request::kind), std::move(verbs), [work = std::move(work)](const nlohmann::json& params) {
        return make_job([work, params](JobContext& context) { return work(params.get<Request>(), context); });
      }};
}

}  // namespace fw::engine_api
