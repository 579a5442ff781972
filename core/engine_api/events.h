// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"
#include "base/json_fields.h"
#include "base/progress.h"
#include "engine_api/commands.h"

/// Events of jobs and the job queue for their observers: plain values that can be written as JSON, one per
/// line. A training run uses the same names in its events.jsonl.
namespace fw {

void describe(auto& fields, ProgressDetail& detail) {
  fields.need("text", detail.text);
  fields("arguments", detail.arguments);
}
void describe(auto& fields, Progress& progress) {
  fields("phase", progress.phase);
  fields("done", progress.done);
  fields("total", progress.total);
  fields("rate_per_s", progress.rate_per_s);
  fields("seconds_left", progress.seconds_left);
  fields("details", progress.details);
}

namespace engine_api {

/// Kept only in memory. After a crash, the state is not read from a file but derived from the run folder.
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
constexpr auto choices_of(JobState) {
  using enum JobState;
  return std::array{Choice{queued, "queued"},     Choice{held, "held"},     Choice{running, "running"},
                    Choice{stopping, "stopping"}, Choice{paused, "paused"}, Choice{stopped, "stopped"},
                    Choice{finished, "finished"}, Choice{failed, "failed"}, Choice{cancelled, "cancelled"}};
}
/// True if the job has left the queue for good or until `resume`.
constexpr bool is_ended(JobState state) {
  return state >= JobState::paused;
}

enum class LogLevel { info = 1, warning, error };
constexpr auto choices_of(LogLevel) {
  using enum LogLevel;
  return std::array{Choice{info, "info"}, Choice{warning, "warning"}, Choice{error, "error"}};
}

struct Queued {
  static constexpr std::string_view event = "queued";
  JobSpec spec{};
};
void describe(auto& fields, Queued& queued) {
  fields.need("spec", queued.spec);
}

/// The job's state or position in the queue changed; `position` counts waiting jobs from 0; -1 for others.
struct Changed {
  static constexpr std::string_view event = "changed";
  JobState state = JobState::queued;
  int64_t position = -1;
};
void describe(auto& fields, Changed& changed) {
  fields.need("state", changed.state);
  fields("position", changed.position);
}

struct Logged {
  static constexpr std::string_view event = "log";
  LogLevel level = LogLevel::info;
  std::string text{};
  std::optional<Fault> fault{};  ///< the fault in `text`
  bool advice = false;           ///< the user should see it immediately
};
void describe(auto& fields, Logged& logged) {
  fields.need("level", logged.level);
  fields("text", logged.text);
  fields("fault", logged.fault);
  fields("advice", logged.advice);
}

/// Metrics of a step by name: loss, lr, grad_norm and so on. Counts stay integers.
using Figures = std::map<std::string, std::variant<int64_t, double>>;
/// NaN if it is missing.
double figure(const Figures& figures, const std::string& name);

/// Results of a training step.
struct Metrics {
  static constexpr std::string_view event = "metrics";
  struct ClipLoss {
    std::string id;
    int64_t t = 0;  ///< timestep
    double loss = 0;
  };
  int64_t step = 0;
  Figures values{};
  std::vector<ClipLoss> clips{};
};
void describe(auto& fields, Metrics::ClipLoss& clip) {
  fields("id", clip.id);
  fields("t", clip.t);
  fields("loss", clip.loss);
}
void describe(auto& fields, Metrics& metrics) {
  fields("step", metrics.step);
  fields("values", metrics.values);
  fields("clips", metrics.clips);
}

/// The loss on held-out clips, in total and by timestep.
struct HeldOutLoss {
  static constexpr std::string_view event = "held_out";
  int64_t step = 0;
  Figures values{};
};
void describe(auto& fields, HeldOutLoss& loss) {
  fields("step", loss.step);
  fields("values", loss.values);
}

struct CheckpointSaved {
  static constexpr std::string_view event = "checkpoint";
  int64_t step = 0;
  std::filesystem::path path{};  ///< its folder
};
void describe(auto& fields, CheckpointSaved& checkpoint) {
  fields("step", checkpoint.step);
  fields("path", checkpoint.path);
}

/// A validation clip of a run.
struct SampleMade {
  static constexpr std::string_view event = "sample";
  int64_t step = 0;
  std::filesystem::path path{};
  std::string prompt{};
  int64_t seed = 0;
};
void describe(auto& fields, SampleMade& sample) {
  fields("step", sample.step);
  fields("path", sample.path);
  fields("prompt", sample.prompt);
  fields("seed", sample.seed);
}

/// A preview of a clip being made: its `frames` side by side, each of this size. The next step overwrites it.
struct PreviewMade {
  static constexpr std::string_view event = "preview";
  std::filesystem::path path{};
  int64_t step = 0;
  int64_t frames = 1;
  int64_t height = 0;
  int64_t width = 0;
};
void describe(auto& fields, PreviewMade& preview) {
  fields("path", preview.path);
  fields("step", preview.step);
  fields("frames", preview.frames);
  fields("height", preview.height);
  fields("width", preview.width);
}

/// Any other file or folder that the job created.
struct FileMade {
  enum class What { dataset = 1, clip, latents, result, run };
  static constexpr std::string_view event = "file";
  What what = What::result;
  std::filesystem::path path{};
};
constexpr auto choices_of(FileMade::What) {
  using enum FileMade::What;
  return std::array{Choice{dataset, "dataset"}, Choice{clip, "clip"}, Choice{latents, "latents"},
                    Choice{result, "result"}, Choice{run, "run"}};
}
void describe(auto& fields, FileMade& file) {
  fields.need("kind", file.what);
  fields("path", file.path);
}

/// The job ended without a fault: it is `finished`, `paused`, `stopped` or `cancelled`.
struct Finished {
  static constexpr std::string_view event = "finished";
  JobState state = JobState::finished;
  nlohmann::json result = nlohmann::json::object();
};
void describe(auto& fields, Finished& finished) {
  fields.need("state", finished.state);
  fields("result", finished.result);
}

struct Failed {
  static constexpr std::string_view event = "failed";
  Fault fault{};
};
void describe(auto& fields, Failed& failed) {
  fields.need("fault", failed.fault);
}

using EventBody = std::variant<Queued, Changed, Progress, Logged, Metrics, HeldOutLoss, CheckpointSaved,
                               SampleMade, PreviewMade, FileMade, Finished, Failed>;

/// The name of the event it holds: "progress".
std::string_view event_name(const EventBody& body);
/// Creates an empty body by name. @throws fw::Error engine_api.bad_event
EventBody make_event_body(std::string_view name);

struct Event {
  uint64_t sequence = 0;  ///< increases by one per event; gaps are coalesced progress
  int64_t time_ms = 0;    ///< since the Unix epoch
  JobId job = 0;
  EventBody body{};
};
/// {"event": "progress", "job": 1, "sequence": 7, "time_ms": …, and the body's fields}
void describe(auto& fields, Event& event) {
  fields.need("sequence", event.sequence);
  fields.need("time_ms", event.time_ms);
  fields.need("job", event.job);
  std::string name(event_name(event.body));
  fields.need("event", name);
  if (name != event_name(event.body)) event.body = make_event_body(name);
  std::visit([&](auto& body) { describe(fields, body); }, event.body);
}

}  // namespace engine_api

}  // namespace fw
