// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/services.h"

class QAction;

namespace fw::ui {

class ActionRegistry;
class FlatTable;
class RunLauncher;
struct RunRow;

/// The project's runs, and what can be done with one: go on, make it longer, or begin another one from its
/// weights or its settings. Thread: the window's.
class RunsView : public QWidget {
  Q_OBJECT
 public:
  RunsView(const Services& services, ActionRegistry& actions, RunLauncher& launcher,
           QWidget* parent = nullptr);
  FlatTable* table() const { return m_table; }

 Q_SIGNALS:
  /// A draft with the settings of a run. @param fromWeights  that begins with its newest weights
  void draftWanted(const QString& runFolder, bool fromWeights);

 private:
  void makeActions(ActionRegistry& actions);
  const RunRow* chosenRun() const;
  /// Whether a job of this window trains the run or will.
  bool isInQueue(const RunRow& run) const;
  void goOn(int64_t moreSteps);
  void askToExtend();
  void updateCommands();

  Services m_services;
  RunLauncher& m_launcher;
  FlatTable* m_table;
  QAction* m_resume = nullptr;
  QAction* m_extend = nullptr;
  QAction* m_branch = nullptr;
  QAction* m_use = nullptr;
};

}  // namespace fw::ui
