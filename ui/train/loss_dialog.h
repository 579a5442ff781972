// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <memory>
#include <vector>

#include "engine_api/commands.h"
#include "ui/state/worker.h"

class QLabel;
class QPushButton;
class QStandardItemModel;

namespace fw::project {
class Project;
}

namespace fw::ui {

class EngineBridge;
class FlatTable;
class JobListModel;
struct JobRow;
class TextBar;

/// The loss of each clip of a run with the run's newest weights, highest first: often a wrong caption, a
/// missed cut or a clip that does not belong. Measured by a job, which continues when the dialog is closed.
/// GUI thread only.
class LossDialog : public QDialog {
  Q_OBJECT
 public:
  /// @param project  may have the run's clips; null: none is open
  /// @param known    the job that measured this run before; 0: none
  LossDialog(EngineBridge& bridge, JobListModel& jobs, std::shared_ptr<project::Project> project,
             const QString& runFolder, const QString& name, engine_api::JobId known,
             QWidget* parent = nullptr);

  /// The job that measures or measured; 0: none.
  engine_api::JobId job() const { return m_job; }
  FlatTable* table() const { return m_table; }

 Q_SIGNALS:
  /// Also closes the dialog. @param clips  of the project
  void clipsRequested(const std::vector<int64_t>& clips);

 private:
  struct ClipLoss;
  static std::vector<ClipLoss> read(const nlohmann::json& result, const QString& runFolder,
                                    project::Project* project);
  void measure();
  void showJob();
  void showReport(const nlohmann::json& result);
  void fill(const std::vector<ClipLoss>& clips);
  void takeChosen();
  void updateCommands();
  void say(const Fault& fault);

  EngineBridge& m_bridge;
  JobListModel& m_jobs;
  const std::shared_ptr<project::Project> m_project;
  const QString m_runFolder;
  const QString m_name;
  engine_api::JobId m_job;
  QLabel* m_about;
  TextBar* m_progress;
  QStandardItemModel* m_rows;
  FlatTable* m_table;
  QPushButton* m_measure;
  QPushButton* m_select;
  Worker m_worker;  // last: destroyed first
};

}  // namespace fw::ui
