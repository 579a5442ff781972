// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/monitor/planned_memory.h"
#include "ui/state/curve_store.h"
#include "ui/widgets/page.h"

class QAction;
class QSlider;

namespace fw::ui {

class ActionRegistry;
class ChartGrid;
class ClipStore;
class EmptyState;
class EngineBridge;
class FlatTable;
class JobListModel;
class Navigator;
class ProjectSession;
class RunBar;
class RunChart;
class RunChoiceModel;
class RunListModel;
class SamplePanel;

/// Watches runs: their curves, live or past, overlaid, and the commands of the selected run. GUI thread only.
class MonitorPage : public Page {
  Q_OBJECT
 public:
  MonitorPage(EngineBridge& bridge, JobListModel& jobs, ProjectSession& session, RunListModel& runs,
              ClipStore& clips, Navigator& navigator, ActionRegistry& actions, QWidget* parent = nullptr);

  FlatTable* runTable() const { return m_table; }
  ChartGrid* charts() const { return m_charts; }
  SamplePanel* samples() const { return m_samples; }
  RunBar* bar() const { return m_bar; }
  RunChoiceModel* choice() const { return m_choice; }
  /// The displayed runs, and their visible steps and values.
  QVariantMap place() const override;
  void setPlace(const QVariantMap& place) override;
  void takeOver(const Page& other) override;
  /// Text shown instead of charts; empty if there are any.
  QString emptyText() const;

 Q_SIGNALS:
  void failed(const fw::Fault& fault);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void makeActions(ActionRegistry& actions);
  QWidget* makeTools(ActionRegistry& actions);
  void keepChoice();
  void readShown();
  void showCurves();
  void showEmpty();
  void setSmoothing(int place);
  void exportChart(RunChart* chart);
  void editPrompts();
  void openClip(const QString& runFolder, const QString& clip);

  ProjectSession& m_session;
  RunListModel& m_runs;
  Navigator& m_navigator;
  CurveStore m_store;
  PlannedMemory m_plans;
  RunChoiceModel* m_choice;
  RunBar* m_bar;
  FlatTable* m_table;
  QWidget* m_body;
  QSlider* m_smoothing = nullptr;
  ChartGrid* m_charts;
  SamplePanel* m_samples;
  QList<QAction*> m_emptyCommands;  // the first two without a project, otherwise the last
  EmptyState* m_empty;
  QAction* m_fit = nullptr;
  QAction* m_export = nullptr;
  QAction* m_prompts = nullptr;
  QString m_wanted;      // a run to show once it is in the list
  bool m_stale = false;  // curves changed while the page was hidden
};

}  // namespace fw::ui
