// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>

#include "base/progress.h"
#include "base/resource_watch.h"
#include "tensor/copy_stream.h"
#include "training/evaluation.h"
#include "training/meters.h"
#include "training/run_saver.h"

namespace fw::training {

/// From a run's first step to its last, or until it is told to stop. Where the device decides (see
/// OptimizerStep::update_by_device) the host does not wait for a step: its figures are told when the next one
/// has been given to the device, or at once where something is due behind it. Thread: the training thread.
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
  /// An update that was computed, or that the device has been given, and is not told yet.
  struct Step {
    int64_t micro_batches = 0;                    ///< the loader's place behind it
    std::vector<std::vector<SampleLoss>> rounds;  ///< as this process computes them
    std::vector<torch::Tensor> losses;            ///< of them, by micro-batch
    std::optional<tensor::ReadBack> figures;      ///< of a device that decides: see update_by_device()
    OptimizerStep::Result result;
    std::vector<SampleLoss> samples;  ///< of all processes, in the order of their micro-batches
    engine_api::Figures of_ranks;

    void add(const MicroBatch& batch, const torch::Tensor& losses_of_batch);
    /// @param values  the losses first, on the host
    void take(const torch::Tensor& values);
  };

  engine_api::Outcome loop(FirstClips first);
  std::optional<engine_api::Outcome> handle_requests();
  void extend(int64_t steps);
  void extend_ended(int64_t steps);
  int64_t micro_batches_of_update() const;
  void step();
  void run_rounds(Step& step);
  void update_by_host(Step& step, Clock::time_point begin, double waited_for_data);
  void update_by_device(Step& step);
  bool must_be_told(int64_t step) const;
  void settle();
  void settle_at_the_end();
  void tell_oldest();
  bool is_settled() const { return steps_.empty(); }
  /// Updates so far; run_.state is that of the last one whose figures are told.
  int64_t steps_begun() const { return run_.state.step + static_cast<int64_t>(steps_.size()); }
  void publish(engine_api::Figures values, const std::vector<SampleLoss>& losses);
  void skip_or_stop(const OptimizerStep::Result& result);
  double seconds_left() const;
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
  Progress shown_;          ///< of the training itself; before its first step, that it is computed
  std::deque<Step> steps_;  ///< not told yet: one at most between two steps
  StepTimes times_;         ///< since the last one was told
  Clock::time_point last_told_;
  double publishing_s_ = 0;   ///< of the step before: it belongs to the loop's own share
  bool is_updating_ = false;  ///< the weights are of neither the step before nor the next one
};

}  // namespace fw::training
