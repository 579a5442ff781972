// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <map>
#include <string>

#include "training/active_run.h"
#include "training/trainer.h"

namespace fw::training {

/// True if a validation is due at the step that the run resumes from and some of its clips are missing,
/// because the run ended after the checkpoint and before they were made. @pre the run's log is not open
bool owes_clips(const RunPlan& plan);

/// The lowest held-out loss so far.
struct BestLoss {
  double loss = std::numeric_limits<double>::infinity();
  int64_t step = 0;
  int64_t measured_since = 0;  ///< measurements after it, none of them lower

  /// @return true if it is a new lowest loss; NaN never is
  bool add(int64_t at_step, double measured);
};

/// Measures a run while it trains: the loss of held-out samples, and validation clips. Neither is worth
/// ending the training for: every failure except a lost device becomes a warning.
/// Thread: the training thread.
class Evaluation {
 public:
  /// @param run        must outlive it
  /// @param validator  empty if the run makes no clips
  Evaluation(ActiveRun& run, Validator validator, dataset::DatasetManifest held_out)
      : run_(run),
        validator_(std::move(validator)),
        held_out_count_(held_out.size()),
        held_out_(own_part(std::move(held_out), run.world)),
        first_frames_(run::needs_first_frames(run.settings)) {}

  /// Runs before the first step if the settings ask for it.
  void before_training();
  /// Collective. Reads the losses measured before the run was interrupted, and measures that of the step it
  /// resumes from if it is missing because the run ended between the step and its measurement but still saved
  /// that step.
  void resume();
  /// Does what is due at the step just done. @param save  called between loss and clips: clips take minutes
  void after_step(const std::function<void()>& save);
  /// True if after_step() will have something to do at `step`.
  bool is_anything_due(int64_t step) const;
  /// Why the run ends before its last step: its held-out loss has not fallen for as long as the settings
  /// allow. Empty: it does not.
  std::string why_stopped_early() const;
  void validate();
  /// Time that the remaining calls of after_step() will take, as far as it is known.
  double seconds_left() const;
  /// Recent duration of each kind of measurement, by the names in run/step_times.h.
  const std::map<std::string, double>& seconds() const { return seconds_; }

 private:
  void timed(const char* kind, const std::function<void()>& work);
  /// Returns the samples that this data rank measures: every data_size-th, starting at its own rank.
  static dataset::DatasetManifest own_part(dataset::DatasetManifest held_out,
                                           const distributed::World& world);
  bool is_due(int64_t interval) const;
  /// @return true if the loss is lower than ever before
  bool measure_held_out();
  void mark_best();
  void attempt(const char* what, const std::function<void()>& work);

  ActiveRun& run_;
  Validator validator_;
  size_t held_out_count_;              ///< in the whole world
  dataset::DatasetManifest held_out_;  ///< of this process
  bool first_frames_;                  // of held-out clips are read
  BestLoss best_;                      // the same on all ranks
  std::map<std::string, double> seconds_;
};

}  // namespace fw::training
