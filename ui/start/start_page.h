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

/// Projects, this computer's capabilities, and next steps. GUI thread only.
class StartPage : public Page {
  Q_OBJECT
 public:
  StartPage(EngineBridge& bridge, JobListModel& jobs, JobKeeper& keeper, ProjectSession& session,
            RunListModel& runs, ClipStore& clips, Settings& settings, Navigator& navigator,
            ActionRegistry& actions, QWidget* parent = nullptr);

  /// Names of resumable runs and jobs from the last session; empty: none.
  QString unfinishedText() const;

 Q_SIGNALS:
  void unfinishedChanged();

 private:
  void addResume(ActionRegistry& actions);

  InterruptedCard* m_interrupted;
  LeftJobsCard* m_left;
};

}  // namespace fw::ui
