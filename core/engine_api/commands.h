// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

/// What a window, a command line or a test says to the job queue: plain values that can be written as JSON.
namespace fw::engine_api {

using JobId = int64_t;  ///< counts from 1; 0 is no job

/// All that can be done to a job. Each kind of job says which of the later ones it understands
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
  refit,   ///< resume an ended job with the settings of memory that fit what is free now
  extend,  ///< `value` more steps
  branch,  ///< a new job from this job's weights; `spec.params` are laid over the old ones
  checkpoint_now,  ///< running: write a checkpoint and go on
  validate_now,    ///< running: make validation clips and go on
  remove,          ///< forget a job that does not run
};

std::string_view to_string(Verb verb);
std::optional<Verb> verb_from_string(std::string_view text);

/// What a job is to do. `params` belong to the kind and are frozen when the job is queued.
struct JobSpec {
  std::string kind;   ///< e.g. "train", "generate"
  std::string title;  ///< what the user sees in the queue
  nlohmann::json params = nlohmann::json::object();
  bool operator==(const JobSpec&) const = default;
};

struct Command {
  Verb verb = Verb::submit;
  JobId job = 0;      ///< all verbs but submit
  JobSpec spec;       ///< submit, branch
  int64_t value = 0;  ///< reorder, extend
  bool operator==(const Command&) const = default;
};

/// The answer to a command: `fault` says why it was refused; otherwise it is acknowledged and events follow.
struct Reply {
  JobId job = 0;
  std::optional<Fault> fault;
};

void to_json(nlohmann::json& json, const JobSpec& spec);
void from_json(const nlohmann::json& json, JobSpec& spec);
void to_json(nlohmann::json& json, const Command& command);
/// @throws fw::Error engine_api.bad_command for an unknown verb, nlohmann::json::exception for a wrong shape
void from_json(const nlohmann::json& json, Command& command);

}  // namespace fw::engine_api
