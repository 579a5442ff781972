// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/page.h"

namespace fw::ui {

class ActionRegistry;
class ClipStore;
class EngineBridge;
class InterruptedCard;
class JobKeeper;
class JobListModel;
class LeftJobsCard;
class Navigator;
class ProjectSession;
class RunListModel;
class Settings;

/// Projects, what this computer can do, and where to go from here. GUI thread only.
class StartPage : public Page {
  Q_OBJECT
 public:
  StartPage(EngineBridge& bridge, JobListModel& jobs, JobKeeper& keeper, ProjectSession& session,
            RunListModel& runs, ClipStore& clips, Settings& settings, Navigator& navigator,
            ActionRegistry& actions, QWidget* parent = nullptr);

  /// Names of the runs and jobs that the last session left and that can be resumed now; empty: none.
  QString unfinishedText() const;

 Q_SIGNALS:
  void unfinishedChanged();

 private:
  void addResume(ActionRegistry& actions);

  InterruptedCard* m_interrupted;
  LeftJobsCard* m_left;
};

}  // namespace fw::ui
