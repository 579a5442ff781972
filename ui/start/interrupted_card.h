// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <utility>
#include <vector>

#include "ui/start/interrupted_runs.h"
#include "ui/widgets/card.h"

namespace fw::ui {

class EngineBridge;
class JobListModel;
class Navigator;
class ProjectSession;
class RunListModel;
class Settings;

/// Runs of the recent projects that a crash or a pause interrupted, each with a button to resume. Hidden if
/// there are none. GUI thread only.
class InterruptedCard : public Card {
  Q_OBJECT
 public:
  InterruptedCard(EngineBridge& bridge, JobListModel& jobs, ProjectSession& session, RunListModel& runs,
                  Settings& settings, Navigator& navigator, QWidget* parent = nullptr);

  /// Whether the run is interrupted and resumable, even if it is not offered any more.
  bool knows(const QString& folder) const;
  /// Names of the offered runs whose process died, if they can be resumed now.
  QStringList unfinished() const;
  /// Resumes these: the first one immediately, the others as waiting jobs.
  void resumeUnfinished();

 Q_SIGNALS:
  void runsChanged();

 private:
  void look();
  void showRuns();
  void makeRows();
  QWidget* makeRow(const InterruptedRun& run);
  void resume(const InterruptedRun& run);
  std::vector<InterruptedRun> died() const;

  EngineBridge& m_bridge;
  ProjectSession& m_session;
  Settings& m_settings;
  Navigator& m_navigator;
  InterruptedRuns m_found;
  QSet<QString> m_resumed;  // being resumed; their rows stay unchanged until their first event
  std::pair<std::vector<InterruptedRun>, bool> m_shown;  // and whether they can be resumed
  QWidget* m_rows = nullptr;                             // rebuilt when the runs change
};

}  // namespace fw::ui
