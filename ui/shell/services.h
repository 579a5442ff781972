// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace fw::ui {

class ClipStore;
class DeviceCheckModel;
class EngineBridge;
class JobKeeper;
class JobListModel;
class LogModel;
class Navigator;
class ProjectSession;
class RunListModel;
class Settings;
class Theme;

/// Objects that outlive the window and its pages, which show but do not own them.
struct Services {
  Settings& settings;
  Theme& theme;
  EngineBridge& bridge;
  JobListModel& jobs;
  JobKeeper& keeper;
  LogModel& log;
  DeviceCheckModel& checks;
  ProjectSession& project;
  RunListModel& runs;
  ClipStore& clips;
  Navigator& navigator;
};

}  // namespace fw::ui
