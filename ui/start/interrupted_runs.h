// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <filesystem>

#include "ui/state/worker.h"

namespace fw::ui {

/// A run that stopped before its last step.
struct InterruptedRun {
  QString folder;  ///< absolute
  QString name;
  QString project;  ///< folder
  qint64 step = 0;  ///< of its newest complete checkpoint
  qint64 totalSteps = 0;
  bool wasPaused = false;  ///< otherwise its training process died
  bool operator==(const InterruptedRun&) const = default;
};

/// Finds interrupted runs in projects without opening the projects in the window. Skips runs that ended
/// normally, failed, or were stopped or cancelled. GUI thread only.
class InterruptedRuns : public QObject {
  Q_OBJECT
 public:
  explicit InterruptedRuns(QObject* parent = nullptr);

  /// changed() follows if the result differs. Projects that are read-only here are skipped.
  /// @param own  the project that this window has open for writing; empty: none
  void look(const QStringList& projects, const std::filesystem::path& own);
  const std::vector<InterruptedRun>& runs() const { return m_runs; }

 Q_SIGNALS:
  void changed();

 private:
  std::vector<InterruptedRun> m_runs;
  Worker m_worker;  // last: destroyed first
};

}  // namespace fw::ui
