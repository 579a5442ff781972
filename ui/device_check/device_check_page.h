// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine_api/commands.h"
#include "ui/widgets/page.h"

class QAction;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace fw::ui {

class ActionRegistry;
class DeviceCheckModel;
class EngineBridge;
class FlatTable;
class JobListModel;
struct JobRow;
class TextBar;

/// Measures each device, checks that it computes correctly, and lists this session's results. GUI thread
/// only.
class DeviceCheckPage : public Page {
  Q_OBJECT
 public:
  DeviceCheckPage(EngineBridge& bridge, JobListModel& jobs, DeviceCheckModel& checks, ActionRegistry& actions,
                  QWidget* parent = nullptr);

  FlatTable* table() const { return m_table; }
  engine_api::JobId currentJob() const { return m_job; }

 private:
  QWidget* makeReport(ActionRegistry& actions);
  void start();
  void copyReport() const;
  void showJob();
  void showEnd(const JobRow& job);

  EngineBridge& m_bridge;
  JobListModel& m_jobs;
  engine_api::JobId m_job = 0;  // 0: no check waits or runs
  QAction* m_start;
  QPushButton* m_startButton;
  QPushButton* m_cancel;
  TextBar* m_progress;
  QLabel* m_note;
  FlatTable* m_table;
  const DeviceCheckModel& m_checks;
  QPlainTextEdit* m_report;
};

}  // namespace fw::ui
