// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "training/active_run.h"

namespace fw::training {

inline constexpr ErrorCode not_saved{
    "training.not_saved",
    FW_TEXT("errors", "The run ended at step {step} before {saved} could be saved: {reason}"),
    FW_TEXT("errors",
            "What was saved earlier is intact. Remove the cause, then resume the run from its newest "
            "checkpoint.")};

inline constexpr ErrorCode disk_low{
    "training.disk_low",
    FW_TEXT(
        "errors",
        "The disk has too little room: a checkpoint takes {checkpoint} and the result {result}, and {free} "
        "are free in {folder}."),
    FW_TEXT("errors", "Free some space there. A run whose disk is full waits, and loses nothing.")};

inline constexpr ErrorCode waits_for_disk{
    "training.waits_for_disk",
    FW_TEXT("errors",
            "The run waits for the disk: {saved} of step {step} takes {needed}, and {free} are free in "
            "{folder}. {reason}"),
    FW_TEXT(
        "errors",
        "Free some space there: it is tried again by itself. Pausing or stopping ends the run without it.")};

inline constexpr ErrorCode waits_to_save{
    "training.waits_to_save",
    FW_TEXT("errors", "The run waits because {saved} of step {step} cannot be saved. {reason}"),
    FW_TEXT("errors",
            "Make the folder writable: the run then continues by itself. Pausing or stopping ends the run "
            "without it.")};

/// Writes a run's checkpoints and its result. If the disk is full, read-only or gone, it removes what it has
/// written so far, logs the reason and tries again until it succeeds or the user ends the run, which loses
/// only time. Thread: the training thread.
class RunSaver {
 public:
  /// @param run  must outlive it
  explicit RunSaver(ActiveRun& run);

  /// Warns if the disk is too full for the next checkpoint and the result. @pre model and weights are loaded
  void check_space();

  /// Collective. Saves a checkpoint and deletes older ones beyond the limit, but only if the weights are
  /// known to be good: finite, and not those of a run whose steps are being skipped.
  /// @throws fw::Error training.not_saved if the user ended the run meanwhile; fw::Cancelled; what
  ///   computing throws
  void save_checkpoint(Pruned pruned = Pruned::when_old);
  /// Saves without the other processes, which may be gone. Does so only if this process holds everything that
  /// a checkpoint needs and the weights are finite.
  void save_checkpoint_alone();
  /// Collective. True if every trained weight is finite. Cost: one pass over the weights.
  bool weights_are_finite() const;
  /// @throws as save_checkpoint
  void save_result();

 private:
  bool own_weights_are_finite() const;
  void write_checkpoint_of(const distributed::World& world, bool weights_are_finite, Pruned pruned);
  /// @param saved  text used in faults: "the checkpoint"
  void persist(const distributed::World& world, const char* saved, uint64_t bytes,
               const std::function<void()>& write);
  /// @param reason  of the failure
  /// @return the warning to log
  Fault waits_for(const char* saved, uint64_t bytes, const Fault& reason) const;
  void wait(const char* saved, uint64_t bytes, bool is_full, std::chrono::seconds pause);
  uint64_t free_bytes() const;
  /// Full fine-tuning may train pages of the model's own mapped file: weights are not saved if some were
  /// lost.
  /// @throws fw::Error safetensors.changed
  void check_trained_files() const;

  ActiveRun& run_;
  const uint64_t checkpoint_bytes_;
  bool must_end_ = false;  ///< the user ended the run while it waited
};

}  // namespace fw::training
