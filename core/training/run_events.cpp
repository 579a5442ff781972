// SPDX-License-Identifier: Apache-2.0
#include "training/run_events.h"

#include "base/paths.h"

namespace fw::training {

using engine_api::LogLevel;
using nlohmann::json;

RunEvents::RunEvents(engine_api::JobContext& context, const RunPlan& plan, const TrainState& state,
                     EventLog::Clips clips)
    : context_(context),
      folder_(plan.paths.folder),
      state_(state),
      log_(plan.paths, plan.settings, state.events_bytes, state.step, clips) {}

void RunEvents::started(const json& facts) {
  log_.add("started", state_.step, facts);
}

void RunEvents::say(LogLevel level, const std::string& text, const std::optional<Fault>& fault) {
  context_.publish(engine_api::Logged{level, text, fault});
  log_.add("log", state_.step, {{"level", engine_api::to_string(level)}, {"text", text}});
}

void RunEvents::figures(const char* event, const json& values, json more) {
  for (const auto& [name, value] : values.items()) context_.metric(name, state_.step, value.get<double>());
  more["values"] = values;
  log_.add(event, state_.step, std::move(more));
}

void RunEvents::made(const char* kind, const std::filesystem::path& file, const json& details) {
  json fields = details;
  fields["step"] = state_.step;
  context_.artifact(kind, to_utf8(file), fields);
  fields["path"] = to_utf8(file.lexically_relative(folder_));
  log_.add(kind, state_.step, std::move(fields));
}

void RunEvents::say_log_warnings() {
  for (const std::string& warning : log_.take_warnings()) say(LogLevel::warning, warning);
}

void RunEvents::ended(std::string_view state, const std::optional<Fault>& fault) {
  json fields = {{"state", state}};
  if (fault) fields["fault"] = *fault;
  log_.add("ended", state_.step, std::move(fields));
  log_.flush();
  for (const std::string& warning : log_.take_warnings()) context_.log(LogLevel::warning, warning);
}

}  // namespace fw::training
