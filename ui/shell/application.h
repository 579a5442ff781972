// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

#include "ui/device_check/device_check_model.h"
#include "ui/shell/log_model.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notifier.h"
#include "ui/shell/sleep_inhibitor.h"
#include "ui/shell/unix_signals.h"
#include "ui/state/clip_store.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/job_keeper.h"
#include "ui/state/job_list_model.h"
#include "ui/state/navigator.h"
#include "ui/state/project_session.h"
#include "ui/state/run_list_model.h"
#include "ui/state/settings.h"
#include "ui/theme/theme.h"

namespace fw::ui {

/// Everything that lives as long as the program: engine bridge, models, theme, settings, and the window.
/// Needs a QApplication. GUI thread only.
class Application : public QObject {
  Q_OBJECT
 public:
  /// Sets the application's name for the desktop; call before creating the QApplication.
  static void setIdentity();

  explicit Application(QObject* parent = nullptr);
  ~Application() override;

  /// Opens the window; engine and desktop portal follow after the first paint.
  void show();
  /// Reopens the last project and restores the window's place in it.
  void reopenLast();
  /// From now on, termination signals and the end of the desktop session let the running job save before the
  /// window closes. Call once.
  void heedEnd();
  MainWindow* window() const { return m_window.get(); }
  EngineBridge& bridge() { return m_bridge; }
  JobListModel& jobs() { return m_jobs; }
  LogModel& log() { return m_log; }
  ProjectSession& project() { return m_project; }
  JobKeeper& keeper() { return m_keeper; }
  RunListModel& runs() { return m_runs; }
  ClipStore& clips() { return m_clips; }
  Navigator& navigator() { return m_navigator; }
  Settings& settings() { return m_settings; }
  Theme& theme() { return m_theme; }

 private:
  void makeWindow();
  void startBehindWindow();
  void watchCache();

  Settings m_settings;
  Theme m_theme;
  EngineBridge m_bridge;
  LogModel m_log;
  JobListModel m_jobs;
  DeviceCheckModel m_checks;
  ProjectSession m_project;
  JobKeeper m_keeper;
  RunListModel m_runs;
  ClipStore m_clips;
  Navigator m_navigator;
  Notifier m_notifier;
  SleepInhibitor m_sleep;
  Worker m_counting;  // the cache
  std::unique_ptr<UnixSignals> m_signals;
  std::unique_ptr<MainWindow> m_window;
};

}  // namespace fw::ui
