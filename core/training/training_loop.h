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

/// Runs the steps of a training run until it finishes or is stopped. When the device decides clipping and
/// skipping (see OptimizerStep::update_by_device), the host does not wait for a step: its metrics are
/// reported after the next step has been launched, or at once if something is due after it. Thread: the
/// training thread.
class TrainingLoop {
 public:
  /// @param run        must outlive it
  /// @param samples    not used after the constructor
  /// @param validator  empty if the run makes no clips
  TrainingLoop(ActiveRun& run, const Split& samples, Validator validator);

  enum class FirstClips { when_due, now };
  /// @param first       now: clips of the step that the run resumes from are missing
  /// @param more_steps  extends a finished run by this many
  /// A failure that leaves the weights intact ends the run with a checkpoint of its last step.
  /// @throws as Trainer::run
  engine_api::Outcome train(FirstClips first, int64_t more_steps);

 private:
  /// A step that has been launched and not yet reported.
  struct PendingStep {
    int64_t micro_batches = 0;                    ///< of the loader after this step
    std::vector<std::vector<SampleLoss>> rounds;  ///< of this process
    std::vector<torch::Tensor> losses;            ///< of the rounds, by micro-batch; then of its sound
    std::optional<tensor::ReadBack> figures;      ///< if the device decides: see update_by_device()
    OptimizerStep::Result result;
    std::vector<SampleLoss> samples;  ///< of all processes, in the order of their micro-batches
    engine_api::Figures of_ranks;

    /// @param losses_of_sound  undefined: none of its clips has sound
    void add(const MicroBatch& batch, const torch::Tensor& losses_of_batch,
             const torch::Tensor& losses_of_sound);
    /// @param values  start with the losses; on the host
    void take(const torch::Tensor& values);
  };

  engine_api::Outcome loop(FirstClips first);
  std::optional<engine_api::Outcome> handle_requests();
  void extend(int64_t steps);
  void extend_ended(int64_t steps);
  int64_t micro_batches_of_update() const;
  void step();
  void run_rounds(PendingStep& step);
  void update_by_host(PendingStep& step, Clock::time_point begin, double waited_for_data);
  void update_by_device(PendingStep& step);
  bool needs_flush(int64_t step) const;
  void flush_pending();
  void flush_at_end();
  void report_oldest();
  bool is_flushed() const { return steps_.empty(); }
  /// Steps launched so far; run_.state is that of the last reported step.
  int64_t steps_begun() const { return run_.state.step + static_cast<int64_t>(steps_.size()); }
  void publish(engine_api::Figures values, const std::vector<SampleLoss>& losses);
  void skip_or_stop(const OptimizerStep::Result& result);
  double seconds_left() const;
  void remember_speed() const;
  void rescue(const Fault& fault);
  void fail(const Fault& fault);
  engine_api::Outcome end_early(const std::string& why);
  engine_api::Outcome end(engine_api::JobState state, bool with_result);

  ActiveRun& run_;
  RunSaver saver_;
  Evaluation evaluation_;
  BatchLoader loader_;
  Meters meters_;
  ResourceWatch watch_;
  std::string step_kind_;  ///< key for remembering this run's speed: run/step_times.h
  int64_t measured_steps_ = 0;
  std::set<std::vector<int64_t>> shapes_;  ///< of the batches so far
  Progress shown_;  ///< of the training itself; before the first step, that it is being computed
  std::deque<PendingStep> steps_;  ///< not reported yet: at most one between two steps
  StepTimes times_;                ///< since the last report
  Clock::time_point last_report_;
  double publishing_s_ = 0;   ///< of the previous step: counted in the loop's own time
  bool is_updating_ = false;  ///< true while the weights are between two steps
};

}  // namespace fw::training
