// SPDX-License-Identifier: Apache-2.0
#include "training/run_events.h"

namespace fw::training {

using engine_api::LogLevel;
using nlohmann::json;

RunEvents::RunEvents(engine_api::JobContext& context, const RunPlan& plan, const TrainState& state,
                     EventLog::Clips clips)
    : context_(context),
      state_(state),
      log_(plan.paths, plan.settings, state.events_bytes, state.step, clips) {}

void RunEvents::started(const json& facts) {
  log_.add("started", state_.step, facts);
}

void RunEvents::say(LogLevel level, const std::string& text, const std::optional<Fault>& fault) {
  tell(engine_api::Logged{level, text, fault});
}

void RunEvents::tell(engine_api::EventBody event) {
  log_.add(state_.step, event);
  context_.publish(std::move(event));
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
