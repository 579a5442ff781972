// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "distributed/world.h"
#include "engine_api/job.h"
#include "training/event_log.h"
#include "training/run_plan.h"

namespace fw::training {

/// Reports the events of a run once, to the job's observer and to the run's events.jsonl. Ranks other than
/// the first write theirs, without metrics, into ranks/<rank>/events.jsonl. Thread: the training thread.
class RunEvents {
 public:
  /// Continues the log of the plan's checkpoint.
  /// @param state  current state of the run; must outlive this
  /// @throws fw::Error training.event_log
  RunEvents(engine_api::JobContext& context, const RunPlan& plan, const TrainState& state,
            EventLog::Clips clips, const distributed::World& world = {});

  void started(const nlohmann::json& facts);
  void say(engine_api::LogLevel level, const Fault& fault);
  /// @param fault  of a warning that the user should see immediately
  void say(engine_api::LogLevel level, const std::string& text, const std::optional<Fault>& fault = {});
  /// Reports metrics, or a file in the run's folder.
  void tell(engine_api::EventBody event);
  /// For events that only one process knows: rank 0 reports them at once, others pass them on in hand_over().
  void tell_first(engine_api::SampleMade sample);
  void warn_first(const std::string& text);
  /// Collective. Rank 0 reports the events of the others.
  void hand_over();
  /// Passes on the warnings of the log itself.
  void say_log_warnings();
  /// Writes the last event of the run. @param fault  of a run that failed
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
