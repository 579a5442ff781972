// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>
#include <vector>

#include "engine_api/commands.h"

class QAction;

namespace fw::ui {

class ActionRegistry;
class EngineBridge;
class FlatTable;
class JobListModel;
class Navigator;
class ProjectSession;
class RunLauncher;
class RunListModel;
struct RunRow;

/// The project's runs and their commands: resume, extend, or start a new one from a run's weights or
/// settings. GUI thread only.
class RunsView : public QWidget {
  Q_OBJECT
 public:
  RunsView(EngineBridge& bridge, JobListModel& jobs, ProjectSession& session, RunListModel& runs,
           Navigator& navigator, ActionRegistry& actions, RunLauncher& launcher, QWidget* parent = nullptr);
  FlatTable* table() const { return m_table; }
  /// Makes the commands available in another list of the same runs: while that is visible, they apply to its
  /// selection.
  void serve(FlatTable& list);

 Q_SIGNALS:
  /// Requests a draft with the settings of a run. @param fromWeights  starting from its newest weights
  void draftRequested(const QString& runFolder, bool fromWeights);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void makeActions(ActionRegistry& actions);
  void makeNoteActions(ActionRegistry& actions);
  void askToDelete();
  QStringList deletable() const;
  void hideUnstarred();
  std::vector<const RunRow*> chosenRuns() const;
  const RunRow* chosenRun() const;
  /// Whether a job of this window trains the run or will do so.
  bool isInQueue(const RunRow& run) const;
  /// @param run  null: does nothing
  void goOn(const RunRow* run, int64_t moreSteps);
  void askToExtend();
  void showLosses();
  void updateCommands();

  EngineBridge& m_bridge;
  JobListModel& m_jobs;
  ProjectSession& m_session;
  RunListModel& m_runs;
  Navigator& m_navigator;
  RunLauncher& m_launcher;
  FlatTable* m_table;
  FlatTable* m_other = nullptr;  // the other list
  QAction* m_resume = nullptr;
  QAction* m_extend = nullptr;
  QAction* m_branch = nullptr;
  QAction* m_use = nullptr;
  QAction* m_compare = nullptr;
  QAction* m_loss = nullptr;
  QAction* m_reveal = nullptr;
  QAction* m_rename = nullptr;
  QAction* m_note = nullptr;
  QAction* m_star = nullptr;
  QAction* m_starred = nullptr;
  QAction* m_delete = nullptr;
  std::map<QString, engine_api::JobId> m_lossJobs;  // by run: the job that measured its clips' loss
};

}  // namespace fw::ui
