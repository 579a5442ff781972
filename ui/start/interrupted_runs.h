// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <filesystem>

#include "ui/state/worker.h"

namespace fw::ui {

/// A run that stands still without having reached its end.
struct InterruptedRun {
  QString folder;  ///< absolute
  QString name;
  QString project;  ///< folder
  qint64 step = 0;  ///< of its newest whole checkpoint
  qint64 totalSteps = 0;
  bool wasPaused = false;  ///< else the process that trained it died
  bool operator==(const InterruptedRun&) const = default;
};

/// Looks through projects' runs, wherever they are written, without opening the projects in the window. A run
/// that ended of itself, failed, or was stopped or cancelled is not listed. GUI thread only.
class InterruptedRuns : public QObject {
  Q_OBJECT
 public:
  explicit InterruptedRuns(QObject* parent = nullptr);

  /// changed() follows when it found others than before. A project that can only be read here is left out.
  /// @param own  the project that this window has open for writing; empty: none
  void look(const QStringList& projects, const std::filesystem::path& own);
  const std::vector<InterruptedRun>& runs() const { return m_runs; }

 Q_SIGNALS:
  void changed();

 private:
  std::vector<InterruptedRun> m_runs;
  Worker m_worker;  // last: ends before all else
};

}  // namespace fw::ui
