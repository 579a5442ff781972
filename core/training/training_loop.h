// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/progress.h"
#include "base/resource_watch.h"
#include "training/evaluation.h"
#include "training/meters.h"
#include "training/run_saver.h"

namespace fw::training {

/// From a run's first step to its last, or until it is told to stop. Thread: the training thread.
class TrainingLoop {
 public:
  /// @param run        must outlive it
  /// @param samples    may be freed afterwards
  /// @param validator  empty: the run makes no clips
  TrainingLoop(ActiveRun& run, const Split& samples, Validator validator);

  enum class FirstClips { when_due, now };
  /// @param first       now: the run owes clips of the step that it goes on from
  /// @param more_steps  what a run that is at its end is extended by
  /// A failure that leaves the weights as they were ends the run with a checkpoint of its last step.
  /// @throws as Trainer::run
  engine_api::Outcome train(FirstClips first, int64_t more_steps);

 private:
  engine_api::Outcome loop(FirstClips first);
  std::optional<engine_api::Outcome> handle_requests();
  void extend(int64_t steps);
  void extend_ended(int64_t steps);
  int64_t micro_batches_of_update() const;
  void step();
  void run_rounds(StepTimes& times, std::vector<MicroBatch>& batches, std::vector<torch::Tensor>& losses);
  /// By round, as this process computed them.
  std::vector<std::vector<SampleLoss>> losses_on_host(const std::vector<MicroBatch>& batches,
                                                      const std::vector<torch::Tensor>& losses) const;
  void publish(engine_api::Figures values, const std::vector<SampleLoss>& losses);
  void skip_or_stop(const OptimizerStep::Result& result);
  void remember_speed() const;
  void rescue(const Fault& fault);
  void fail(const Fault& fault);
  engine_api::Outcome end(engine_api::JobState state, bool with_result);

  ActiveRun& run_;
  RunSaver saver_;
  Evaluation evaluation_;
  BatchLoader loader_;
  Meters meters_;
  ResourceWatch watch_;
  std::string step_kind_;  ///< what this run's speed says something about: run/step_times.h
  int64_t measured_steps_ = 0;
  std::set<std::vector<int64_t>> shapes_;  ///< of batches so far
  Progress shown_;            ///< of the training itself; before its first step, that it is computed
  double publishing_s_ = 0;   ///< of the step before: it belongs to the loop's own share
  bool is_updating_ = false;  ///< the weights are of neither the step before nor the next one
};

}  // namespace fw::training
