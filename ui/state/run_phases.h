// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>
#include <optional>
#include <string_view>

#include "base/progress.h"
#include "run/phase_times.h"

namespace fw::ui {

/// What a run's job does, in the order in which it first does it.
enum class RunPhase { captions, clips, load, firstStep, train, validate, save };
inline constexpr size_t runPhaseCount = 7;
QString phaseName(RunPhase phase);
/// What a job calls it while it encodes captions: the clips come after them.
inline constexpr const char* captionsPhase = "encoding captions";
/// What a run's job calls it while it takes steps.
inline constexpr const char* trainingPhase = "training";
/// And while it waits, for an unknown time: for disk space, for a writable folder, for its cache.
inline constexpr const char* diskPhase = "waiting for free disk space";
inline constexpr const char* folderPhase = "waiting for a writable folder";
inline constexpr const char* cachePhase = "waiting for the cache";
constexpr bool isWaitPhase(std::string_view phase) {
  return phase == diskPhase || phase == folderPhase || phase == cachePhase;
}

/// How long a run's job has been in each of its phases, from what it says of its progress. Training,
/// validations and checkpoints take turns: theirs is the sum.
class RunPhases {
 public:
  RunPhases() = default;
  /// As the run's folder tells them. @param isActive  whether a job is at work on it
  RunPhases(const run::PhaseTimes& times, bool isActive);
  /// @param timeMs  since the Unix epoch, as all times here
  void take(const Progress& progress, qint64 timeMs);
  /// The job ended or rests: time goes on to count at the next take().
  void stop(qint64 timeMs);

  /// Nothing while the job is in none.
  std::optional<RunPhase> current() const { return m_current; }
  /// Whether that is all of the present phase, and not one of several parts, such as the clips of a
  /// validation: of these nobody knows how far the phase is.
  bool isMeasuredBy(const Progress& progress) const;
  bool hasBegun(RunPhase phase) const { return m_begun[static_cast<size_t>(phase)]; }
  /// Up to `nowMs`, for the present phase, too.
  double seconds(RunPhase phase, qint64 nowMs) const;
  bool isEmpty() const;

 private:
  std::array<double, runPhaseCount> m_seconds{};
  std::array<bool, runPhaseCount> m_begun{};
  std::optional<RunPhase> m_current;
  qint64 m_sinceMs = 0;  // that the present phase is counted from
};

}  // namespace fw::ui
