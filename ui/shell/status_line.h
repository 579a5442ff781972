// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStatusBar>

class QLabel;
class QToolButton;

namespace fw::ui {

class ActionRegistry;
class EngineBridge;
class JobListModel;
class TextBar;

/// The current job with its time left, the engine's state, and the device with its memory. GUI thread only.
class StatusLine : public QStatusBar {
  Q_OBJECT
 public:
  StatusLine(EngineBridge& bridge, JobListModel& jobs, ActionRegistry& actions, QWidget* parent = nullptr);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  /// Fits the parts that are always shown.
  QSize minimumSizeHint() const override;

 private:
  QWidget* makeJobArea(ActionRegistry& actions);
  void showJob();
  void showEngine();
  void showDevices();
  void fit();

  EngineBridge& m_bridge;
  JobListModel& m_jobs;
  QList<QToolButton*> m_docks;
  QWidget* m_jobArea;
  QLabel* m_jobTitle;
  TextBar* m_jobProgress;
  QLabel* m_engineIcon;
  QLabel* m_engine;
  QLabel* m_device;
  TextBar* m_memory;
};

}  // namespace fw::ui
