// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/json_fields.h"

/// Commands from a window, a command line or a test to the job queue: plain values that can be written as
/// JSON.
namespace fw::engine_api {

using JobId = int64_t;  ///< counts from 1; 0: no job

/// Everything that can be done to a job. Each kind of job declares which of the later ones it supports
/// (JobKind::verbs).
enum class Verb {
  submit = 1,     ///< put a new job at the end of the queue
  reorder,        ///< move a waiting job to position `value` (0 is next)
  hold,           ///< keep a waiting job from starting until `resume`
  pause,          ///< running: write a checkpoint, leave the thread, free the device; the next job runs
  stop_and_save,  ///< running: write a checkpoint and the result so far, then end
  abort,          ///< end without saving; waiting and paused jobs end at once
  resume,  ///< held: may start again; paused, stopped, failed or cancelled: queue again from the newest
           ///< checkpoint
  refit,   ///< resume an ended job with memory settings that fit what is free now
  extend,  ///< `value` more steps
  branch,  ///< a new job from this job's weights; `spec.params` override the old ones
  checkpoint_now,  ///< running: write a checkpoint and continue
  validate_now,    ///< running: make validation clips and continue
  remove,          ///< forget a job that is not running
};
constexpr auto choices_of(Verb) {
  using enum Verb;
  return std::array{Choice{submit, "submit"},
                    Choice{reorder, "reorder"},
                    Choice{hold, "hold"},
                    Choice{pause, "pause"},
                    Choice{stop_and_save, "stop_and_save"},
                    Choice{abort, "abort"},
                    Choice{resume, "resume"},
                    Choice{refit, "refit"},
                    Choice{extend, "extend"},
                    Choice{branch, "branch"},
                    Choice{checkpoint_now, "checkpoint_now"},
                    Choice{validate_now, "validate_now"},
                    Choice{remove, "remove"}};
}

/// The work of a job. `params` depend on the kind (requests.h) and are frozen when the job is queued.
struct JobSpec {
  std::string kind{};   ///< e.g. "train", "generate"
  std::string title{};  ///< shown in the queue
  nlohmann::json params = nlohmann::json::object();
  double expected_seconds = 0;  ///< planned by its creator; 0: unknown
  bool operator==(const JobSpec&) const = default;
};
void describe(auto& fields, JobSpec& spec) {
  fields.need("kind", spec.kind);
  fields("title", spec.title);
  fields("params", spec.params);
  fields("expected_seconds", spec.expected_seconds);
}

/// Creates the job of a request.
template <typename Request>
JobSpec job_of(const Request& request, std::string title, double expected_seconds = 0) {
  return {std::string(Request::kind), std::move(title), nlohmann::json(request), expected_seconds};
}

struct Command {
  Verb verb = Verb::submit;
  JobId job = 0;      ///< for all verbs except submit
  JobSpec spec;       ///< submit, branch
  int64_t value = 0;  ///< reorder, extend
  bool operator==(const Command&) const = default;
};
void describe(auto& fields, Command& command) {
  fields.need("verb", command.verb);
  fields("job", command.job);
  fields("spec", command.spec);
  fields("value", command.value);
}

/// The reply to a command: `fault` gives the reason if it was refused; otherwise events follow.
struct Reply {
  JobId job = 0;
  std::optional<Fault> fault;
};

}  // namespace fw::engine_api
