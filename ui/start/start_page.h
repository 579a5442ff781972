// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/page.h"

namespace fw::ui {

class ActionRegistry;
class ClipStore;
class EngineBridge;
class JobKeeper;
class JobListModel;
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
};

}  // namespace fw::ui
