// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>
#include <vector>

#include "engine_api/commands.h"

class QAction;

namespace fw::ui {

class ActionRegistry;
class CommandRow;
class EngineBridge;
class FlatTable;
class JobListModel;
class WrapLabel;
struct JobRow;

/// The job queue and its commands, which apply to the selected job, or to the running one if none is
/// selected. GUI thread only.
class JobDock : public QDockWidget {
  Q_OBJECT
 public:
  JobDock(EngineBridge& bridge, JobListModel& jobs, ActionRegistry& actions, QWidget* parent = nullptr);

  FlatTable* table() const { return m_table; }
  /// For the Jobs menu, in order; null is a separator.
  const std::vector<QAction*>& commands() const { return m_commands; }
  void select(engine_api::JobId job);
  /// Offers to resume the last session's work. @param names  empty: nothing to resume
  void showUnfinished(const QString& names);
  /// Adds a button for the resume command next to the names.
  void addResume(QAction* action);

 private:
  struct VerbAction {
    engine_api::Verb verb;
    QAction* action;
  };
  void makeCommands(ActionRegistry& actions);
  void makeOrderCommands(ActionRegistry& actions);
  void addVerb(ActionRegistry& actions, engine_api::Verb verb, const struct ActionSpec& spec);
  void updateCommands();
  const JobRow* chosenJob() const;
  void updateOrder(const JobRow* job);
  void sendToChosen(engine_api::Verb verb);
  void moveChosen(int by);
  void showTimeLeft();

  EngineBridge& m_bridge;
  JobListModel& m_jobs;
  FlatTable* m_table;
  WrapLabel* m_unfinishedNames;
  QWidget* m_unfinished = nullptr;  // including the resume button
  std::vector<QAction*> m_commands;
  std::vector<VerbAction> m_verbs;
  QAction* m_cancelRunning = nullptr;
  QAction* m_up = nullptr;
  QAction* m_down = nullptr;
  QAction* m_clear = nullptr;
  QAction* m_pauseQueue = nullptr;
};

}  // namespace fw::ui
