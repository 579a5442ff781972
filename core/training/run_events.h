// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "distributed/world.h"
#include "engine_api/job.h"
#include "training/event_log.h"
#include "training/run_plan.h"

namespace fw::training {

/// What happens in a run, said once: to whoever watches its job, and to the run's own events.jsonl. Ranks but
/// the first write what they say, without figures, into ranks/<rank>/events.jsonl. Thread: the training
/// thread.
class RunEvents {
 public:
  /// Goes on with the log of the plan's checkpoint.
  /// @param state  of the run as it is at any time; must outlive this
  /// @throws fw::Error training.event_log
  RunEvents(engine_api::JobContext& context, const RunPlan& plan, const TrainState& state,
            EventLog::Clips clips, const distributed::World& world = {});

  void started(const nlohmann::json& facts);
  void say(engine_api::LogLevel level, const Fault& fault);
  /// @param fault  of a warning that a user should see at once
  void say(engine_api::LogLevel level, const std::string& text, const std::optional<Fault>& fault = {});
  /// Figures, or a file in the run's folder.
  void tell(engine_api::EventBody event);
  /// What one process of the world alone knows: rank 0 tells it at once, or at the next hand_over().
  void tell_first(engine_api::SampleMade sample);
  void warn_first(const std::string& text);
  /// All processes together: rank 0 tells what the others had for it.
  void hand_over();
  /// Passes on what the log itself warns of.
  void say_log_warnings();
  /// The last event of all. @param fault  of a run that failed
  void ended(std::string_view state, const std::optional<Fault>& fault = {});

  /// @return  as EventLog::flush
  uint64_t flush() { return log_.flush(); }

 private:
  engine_api::JobContext& context_;
  const TrainState& state_;
  const distributed::World world_;
  nlohmann::json for_first_ = nlohmann::json::array();
  EventLog log_;
};

}  // namespace fw::training
