// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "engine_api/commands.h"
#include "ui/theme/palettes.h"

class QAction;
class QLabel;
class QProgressBar;

namespace fw::ui {

class ActionRegistry;
class CommandRow;
class EngineBridge;
class JobListModel;
struct JobRow;
class PhaseStrip;
class RunListModel;
struct RunRow;

/// The state of the displayed run in words, and its commands, always in the same place; a disabled one shows
/// the reason in its tooltip. GUI thread only.
class RunBar : public QWidget {
  Q_OBJECT
 public:
  RunBar(EngineBridge& bridge, JobListModel& jobs, RunListModel& runs, const ActionRegistry& actions,
         QWidget* parent = nullptr);

  /// @param folder  empty: none
  void setRun(const QString& folder);
  QString phaseText() const;
  PhaseStrip* phases() const { return m_phases; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void addVerb(const ActionRegistry& actions, const char* action, engine_api::Verb verb);
  void showRun();
  void showPhase(const RunRow& run, const JobRow* job);
  /// @param sign  an icon; null: none. @param fraction  0 to 1; below 0 when it is not known
  void say(const char* sign, Tint tint, double fraction, const QString& text);
  /// Why it cannot be sent, for its button; empty if it can.
  QString refusal(engine_api::Verb verb, const RunRow* run, const JobRow* job) const;
  void send(engine_api::Verb verb);

  EngineBridge& m_bridge;
  JobListModel& m_jobs;
  RunListModel& m_runs;
  QString m_folder;
  QLabel* m_sign;
  QLabel* m_phase;
  QProgressBar* m_progress;
  PhaseStrip* m_phases;
  CommandRow* m_commands;
  std::vector<std::pair<engine_api::Verb, QAction*>> m_verbs;
};

}  // namespace fw::ui
