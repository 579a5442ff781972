// SPDX-License-Identifier: Apache-2.0
#include "engine_api/events.h"

#include <array>
#include <utility>

namespace fw::engine_api {

namespace {

constexpr ErrorCode bad_event{
    "engine_api.bad_event", FW_TEXT("errors", "“{name}” is not an event, state or level of the job queue."),
    FW_TEXT("errors", "Program and engine are of different versions: update both.")};

constexpr std::array<std::pair<JobState, std::string_view>, 9> state_names{{
    {JobState::queued, "queued"},
    {JobState::held, "held"},
    {JobState::running, "running"},
    {JobState::stopping, "stopping"},
    {JobState::paused, "paused"},
    {JobState::stopped, "stopped"},
    {JobState::finished, "finished"},
    {JobState::failed, "failed"},
    {JobState::cancelled, "cancelled"},
}};
constexpr std::array<std::pair<LogLevel, std::string_view>, 3> level_names{
    {{LogLevel::info, "info"}, {LogLevel::warning, "warning"}, {LogLevel::error, "error"}}};

template <typename Enum, size_t count>
std::string_view name_of(const std::array<std::pair<Enum, std::string_view>, count>& names, Enum wanted) {
  for (const auto& [value, name] : names) {
    if (value == wanted) return name;
  }
  return "";
}

template <typename Enum, size_t count>
Enum value_of(const std::array<std::pair<Enum, std::string_view>, count>& names, const std::string& wanted) {
  for (const auto& [value, name] : names) {
    if (name == wanted) return value;
  }
  throw Error(bad_event, {{"name", wanted}});
}

struct BodyWriter {
  nlohmann::json& json;

  void operator()(const Queued& queued) const {
    json["event"] = "queued";
    json["spec"] = queued.spec;
  }
  void operator()(const Changed& changed) const {
    json["event"] = "changed";
    json["state"] = to_string(changed.state);
    json["position"] = changed.position;
  }
  void operator()(const Progress& progress) const {
    json["event"] = "progress";
    json["phase"] = progress.phase;
    json["done"] = progress.done;
    json["total"] = progress.total;
    json["rate_per_s"] = progress.rate_per_s;
    json["seconds_left"] = progress.seconds_left ? nlohmann::json(*progress.seconds_left) : nlohmann::json();
    json["detail"] = progress.detail;
  }
  void operator()(const Logged& logged) const {
    json["event"] = "log";
    json["level"] = to_string(logged.level);
    json["text"] = logged.text;
    if (logged.fault) json["fault"] = *logged.fault;
  }
  void operator()(const Metric& metric) const {
    json["event"] = "metric";
    json["name"] = metric.name;
    json["step"] = metric.step;
    json["value"] = metric.value;
  }
  void operator()(const Artifact& artifact) const {
    json["event"] = "artifact";
    json["kind"] = artifact.kind;
    json["path"] = artifact.path;
    json["details"] = artifact.details;
  }
  void operator()(const Finished& finished) const {
    json["event"] = "finished";
    json["state"] = to_string(finished.state);
    json["result"] = finished.result;
  }
  void operator()(const Failed& failed) const {
    json["event"] = "failed";
    json["fault"] = failed.fault;
  }
};

Progress progress_from(const nlohmann::json& json) {
  Progress progress;
  json.at("phase").get_to(progress.phase);
  json.at("done").get_to(progress.done);
  json.at("total").get_to(progress.total);
  json.at("rate_per_s").get_to(progress.rate_per_s);
  if (!json.at("seconds_left").is_null()) progress.seconds_left = json["seconds_left"].get<double>();
  json.at("detail").get_to(progress.detail);
  return progress;
}

EventBody body_from(const nlohmann::json& json) {
  const auto name = json.at("event").get<std::string>();
  if (name == "queued") return Queued{json.at("spec").get<JobSpec>()};
  if (name == "changed") return Changed{value_of(state_names, json.at("state")), json.at("position")};
  if (name == "progress") return progress_from(json);
  if (name == "log") {
    Logged logged{value_of(level_names, json.at("level")), json.at("text")};
    if (json.contains("fault")) logged.fault = json.at("fault").get<Fault>();
    return logged;
  }
  // JSON has no NaN and no infinity: a metric that is one of them is written as null.
  if (name == "metric") {
    const auto& value = json.at("value");
    return Metric{json.at("name"), json.at("step"),
                  value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>()};
  }
  if (name == "artifact") return Artifact{json.at("kind"), json.at("path"), json.at("details")};
  if (name == "finished") return Finished{value_of(state_names, json.at("state")), json.at("result")};
  if (name == "failed") return Failed{json.at("fault").get<Fault>()};
  throw Error(bad_event, {{"name", name}});
}

}  // namespace

std::string_view to_string(JobState state) {
  return name_of(state_names, state);
}
std::string_view to_string(LogLevel level) {
  return name_of(level_names, level);
}

bool is_ended(JobState state) {
  return state >= JobState::paused;
}

void to_json(nlohmann::json& json, const Event& event) {
  json = {{"sequence", event.sequence}, {"time_ms", event.time_ms}, {"job", event.job}};
  std::visit(BodyWriter{json}, event.body);
}

void from_json(const nlohmann::json& json, Event& event) {
  json.at("sequence").get_to(event.sequence);
  json.at("time_ms").get_to(event.time_ms);
  json.at("job").get_to(event.job);
  event.body = body_from(json);
}

}  // namespace fw::engine_api
