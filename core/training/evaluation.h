// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "training/active_run.h"
#include "training/trainer.h"

namespace fw::training {

/// Whether a validation is due at the step that the run goes on from and clips of it are missing, because the
/// run ended between its checkpoint and their making. @pre the run's log is not open
bool owes_clips(const RunPlan& plan);

/// What a run shows of itself on the way: the loss of samples that it never trains on, and clips. Both are
/// worth less than the training that they would end: whatever fails in them, but a device that is lost, is a
/// warning. Thread: the training thread.
class Evaluation {
 public:
  /// @param run        must outlive it
  /// @param validator  empty: the run makes no clips
  Evaluation(ActiveRun& run, Validator validator, dataset::DatasetManifest held_out)
      : run_(run),
        validator_(std::move(validator)),
        held_out_count_(held_out.size()),
        held_out_(own_part(std::move(held_out), run.world)),
        first_frames_(run::needs_first_frames(run.settings)) {}

  /// Before the first step, where the settings want it.
  void before_training();
  /// The loss of held-out samples at the step that the run goes on from, which has none where the run ended
  /// between the step and its measuring, and its last step was saved all the same.
  void measure_what_is_owed();
  /// What is due at the step just done. @param save  is called between the two: clips take minutes
  void after_step(const std::function<void()>& save);
  /// Whether after_step() has something to do at `step`.
  bool is_anything_due(int64_t step) const;
  void validate();
  /// Of all that after_step() will have to do, as far as it is known how long that takes.
  double seconds_left() const;
  /// How long each has taken lately, by what run/step_times.h calls it.
  const std::map<std::string, double>& seconds() const { return seconds_; }

 private:
  void timed(const char* kind, const std::function<void()>& work);
  /// Every data rank measures some: those whose number is its own, counted by how many there are.
  static dataset::DatasetManifest own_part(dataset::DatasetManifest held_out,
                                           const distributed::World& world);
  bool is_due(int64_t interval) const;
  void measure_held_out();
  void attempt(const char* what, const std::function<void()>& work);

  ActiveRun& run_;
  Validator validator_;
  size_t held_out_count_;              ///< in the whole world
  dataset::DatasetManifest held_out_;  ///< of this process
  bool first_frames_;                  // of held-out clips are read
  std::map<std::string, double> seconds_;
};

}  // namespace fw::training
