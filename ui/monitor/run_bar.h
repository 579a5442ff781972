// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "engine_api/commands.h"

class QHBoxLayout;
class QToolButton;

namespace fw::ui {

class ActionRegistry;
class EngineBridge;
class JobListModel;
struct JobRow;
class PhaseStrip;
class RunListModel;
struct RunRow;
class TextBar;

/// How the run that is looked at stands, in words, and what can be done to it. GUI thread only.
class RunBar : public QWidget {
  Q_OBJECT
 public:
  RunBar(EngineBridge& bridge, JobListModel& jobs, RunListModel& runs, const ActionRegistry& actions,
         QWidget* parent = nullptr);

  /// @param folder  empty: none
  void setRun(const QString& folder);
  QString phaseText() const;
  PhaseStrip* phases() const { return m_phases; }

 private:
  void addVerb(const ActionRegistry& actions, const char* action, engine_api::Verb verb);
  void showRun();
  void showPhase(const RunRow& run, const JobRow* job);
  bool allows(engine_api::Verb verb, const RunRow& run, const JobRow* job) const;
  void send(engine_api::Verb verb);

  EngineBridge& m_bridge;
  JobListModel& m_jobs;
  RunListModel& m_runs;
  QString m_folder;
  TextBar* m_phase;
  PhaseStrip* m_phases;
  QHBoxLayout* m_row;
  std::vector<std::pair<engine_api::Verb, QToolButton*>> m_buttons;
};

}  // namespace fw::ui
