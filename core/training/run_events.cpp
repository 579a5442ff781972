// SPDX-License-Identifier: Apache-2.0
#include "training/run_events.h"
#include "base/file_tree.h"

namespace fw::training {

using engine_api::LogLevel;
using nlohmann::json;

namespace {

/// A rank's own folder within the run's.
run::RunPaths paths_of(const RunPlan& plan, const distributed::World& world) {
  if (world.writes()) return plan.paths;
  const run::RunPaths own{plan.paths.folder / "ranks" / std::to_string(world.rank)};
  make_folders(own.folder);
  return own;
}

run::RunSettings settings_of(const RunPlan& plan, const distributed::World& world) {
  run::RunSettings settings = plan.settings;
  if (!world.writes()) settings.csv = settings.tensorboard = false;
  return settings;
}

}  // namespace

RunEvents::RunEvents(engine_api::JobContext& context, const RunPlan& plan, const TrainState& state,
                     EventLog::Clips clips, const distributed::World& world)
    : context_(context),
      state_(state),
      world_(world),
      log_(paths_of(plan, world), settings_of(plan, world), world.writes() ? state.events_bytes : 0,
           state.step, clips) {}

void RunEvents::started(const json& facts) {
  log_.add("started", state_.step, facts);
}

void RunEvents::say(LogLevel level, const Fault& fault) {
  tell(engine_api::Logged{level, fault.full_message(), fault});
}

void RunEvents::say(LogLevel level, const std::string& text, const std::optional<Fault>& fault) {
  tell(engine_api::Logged{level, text, fault, fault.has_value()});
}

void RunEvents::tell_first(engine_api::SampleMade sample) {
  if (world_.writes()) return tell(std::move(sample));
  for_first_.push_back({sample.event, sample});
}

void RunEvents::warn_first(const std::string& text) {
  say(LogLevel::warning, text);
  if (world_.writes()) return;
  const engine_api::Logged line{LogLevel::warning, "Rank " + std::to_string(world_.rank) + ": " + text};
  for_first_.push_back({line.event, line});
}

void RunEvents::hand_over() {
  const auto texts = world_.gather(std::exchange(for_first_, nlohmann::json::array()).dump());
  for (size_t rank = 1; rank < texts.size() && world_.writes(); ++rank)
    for (const json& event : json::parse(texts[rank])) {
      if (event.at(0) == engine_api::SampleMade::event)
        tell(event.at(1).get<engine_api::SampleMade>());
      else
        tell(event.at(1).get<engine_api::Logged>());
    }
}

void RunEvents::tell(engine_api::EventBody event) {
  if (!world_.writes() && !std::holds_alternative<engine_api::Logged>(event)) return;
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
