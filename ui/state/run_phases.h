// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>
#include <optional>
#include <string_view>

#include "base/progress.h"
#include "run/phase_times.h"

namespace fw::ui {

/// Phases of a run's job in the order in which they first occur.
enum class RunPhase { captions, clips, load, firstStep, train, validate, save };
inline constexpr size_t runPhaseCount = 7;
QString phaseName(RunPhase phase);
/// The job's name for the phase in which it encodes captions; the clips follow.
inline constexpr const char* captionsPhase = "encoding captions";
/// The job's name for the phase in which it takes steps.
inline constexpr const char* trainingPhase = "training";
/// The job's names for phases of unknown length in which it waits: for disk space, a writable folder, or its
/// cache.
inline constexpr const char* diskPhase = "waiting for free disk space";
inline constexpr const char* folderPhase = "waiting for a writable folder";
inline constexpr const char* cachePhase = "waiting for the cache";
constexpr bool isWaitPhase(std::string_view phase) {
  return phase == diskPhase || phase == folderPhase || phase == cachePhase;
}

/// The time a run's job has spent in each phase, from its progress. Training, validations and checkpoints
/// alternate; their times are sums.
class RunPhases {
 public:
  RunPhases() = default;
  /// From the run's folder. @param isActive  whether a job is working on it
  RunPhases(const run::PhaseTimes& times, bool isActive);
  /// @param timeMs  since the Unix epoch, as all times here
  void take(const Progress& progress, qint64 timeMs);
  /// The job ended or paused; counting continues at the next take().
  void stop(qint64 timeMs);

  /// Nullopt while the job is in no phase.
  std::optional<RunPhase> current() const { return m_current; }
  /// Whether this progress covers the whole current phase and not one of several parts, such as a
  /// validation's clips, which do not show how far the phase is.
  bool isMeasuredBy(const Progress& progress) const;
  bool hasBegun(RunPhase phase) const { return m_begun[static_cast<size_t>(phase)]; }
  /// Includes the current phase up to `nowMs`.
  double seconds(RunPhase phase, qint64 nowMs) const;
  bool isEmpty() const;

 private:
  std::array<double, runPhaseCount> m_seconds{};
  std::array<bool, runPhaseCount> m_begun{};
  std::optional<RunPhase> m_current;
  qint64 m_sinceMs = 0;  // when the current phase began
};

}  // namespace fw::ui
