// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/error.h"
#include "base/progress.h"
#include "engine_api/commands.h"

/// What the job queue tells its observers: plain values that can be written as JSON, one a line.
namespace fw::engine_api {

/// Lives only in memory. After a crash nothing is read from a stored state: it is derived from the run
/// folder.
enum class JobState {
  queued = 1,
  held,
  running,
  stopping,  ///< pause, stop_and_save or abort was acknowledged; the job is finishing its step
  paused,
  stopped,  ///< ended early on request, with its result saved
  finished,
  failed,
  cancelled,
};
std::string_view to_string(JobState state);
/// Whether the job has left the queue for good or until `resume`.
bool is_ended(JobState state);

enum class LogLevel { info = 1, warning, error };
std::string_view to_string(LogLevel level);

struct Queued {
  JobSpec spec;
};
/// The job's state or its place in the queue changed; `position` counts waiting jobs from 0, -1 for others.
struct Changed {
  JobState state = JobState::queued;
  int64_t position = -1;
};
struct Logged {
  LogLevel level = LogLevel::info;
  std::string text;
  std::optional<Fault> fault{};  ///< of a warning that a user should see at once
};
/// One figure of a step, e.g. {"loss", 120, 0.031}.
struct Metric {
  std::string name;
  int64_t step = 0;
  double value = 0;
};
/// A file the job made: checkpoint, clip, latents, preview picture.
struct Artifact {
  std::string kind;
  std::string path;
  nlohmann::json details = nlohmann::json::object();
};
/// The job ended without a fault: as `finished`, `paused`, `stopped` or `cancelled`.
struct Finished {
  JobState state = JobState::finished;
  nlohmann::json result = nlohmann::json::object();
};
struct Failed {
  Fault fault;
};

using EventBody = std::variant<Queued, Changed, Progress, Logged, Metric, Artifact, Finished, Failed>;

struct Event {
  uint64_t sequence = 0;  ///< rises by one an event; a gap is progress that was coalesced
  int64_t time_ms = 0;    ///< since the Unix epoch
  JobId job = 0;
  EventBody body;
};

/// {"event": "progress", "job": 1, "sequence": 7, "time_ms": …, and the body's fields}
void to_json(nlohmann::json& json, const Event& event);
/// @throws fw::Error engine_api.bad_event for an unknown event, nlohmann::json::exception for a wrong shape
void from_json(const nlohmann::json& json, Event& event);

}  // namespace fw::engine_api
