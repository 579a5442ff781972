// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/runs_view.h"

#include <QHeaderView>
#include <QInputDialog>
#include <QVBoxLayout>

#include "engine_api/requests.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/job_list_model.h"
#include "ui/state/navigator.h"
#include "ui/state/run_list_model.h"
#include "ui/train/run_launcher.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/flat_table.h"

namespace fw::ui {

using engine_api::Verb;

RunsView::RunsView(EngineBridge& bridge, JobListModel& jobs, RunListModel& runs, Navigator& navigator,
                   ActionRegistry& actions, RunLauncher& launcher, QWidget* parent)
    : QWidget(parent),
      m_bridge(bridge),
      m_jobs(jobs),
      m_runs(runs),
      m_navigator(navigator),
      m_launcher(launcher),
      m_table(new FlatTable(QStringLiteral("trainRuns"), tr("Runs of this project"),
                            tr("No runs yet. Press Start to make the first one."))) {
  m_table->setModel(&m_runs);
  m_table->header()->resizeSection(RunListModel::NameColumn, 170);
  makeActions(actions);
  m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
  auto* const row = new QHBoxLayout;
  for (QAction* const action : {m_resume, m_extend, m_branch, m_use}) {
    m_table->addAction(action);
    row->addWidget(actionButton(action));
  }
  row->addStretch(1);
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 10, 0, 0);
  column->addLayout(row);
  column->addWidget(m_table, 1);
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsView::updateCommands);
  connect(m_table, &QAbstractItemView::activated, this, [this] {
    if (const RunRow* const run = chosenRun()) Q_EMIT m_navigator.runWanted(run->folder);
  });
  connect(&m_runs, &RunListModel::runsChanged, this, &RunsView::updateCommands);
  connect(&m_jobs, &JobListModel::summaryChanged, this, &RunsView::updateCommands);
  connect(&m_bridge, &EngineBridge::engineStateChanged, this, &RunsView::updateCommands);
  updateCommands();
}

void RunsView::makeActions(ActionRegistry& actions) {
  m_resume = actions.addScoped(
      this,
      {QStringLiteral("train.resumeRun"), tr("&Resume run"), "resume", QKeySequence(QStringLiteral("Alt+R")),
       tr("Resumes the run from its newest checkpoint.")},
      [this] { goOn(0); });
  m_extend = actions.addScoped(
      this,
      {QStringLiteral("train.extendRun"), tr("E&xtend…"), "enqueue", QKeySequence(QStringLiteral("Alt+X")),
       tr("Adds steps to a finished run and resumes it.")},
      [this] { askToExtend(); });
  m_branch = actions.addScoped(
      this,
      {QStringLiteral("train.branchRun"), tr("&Branch"), "branch", QKeySequence(QStringLiteral("Alt+B")),
       tr("Starts a new run from this run's newest weights. You can change the settings first.")},
      [this] {
        if (const RunRow* const run = chosenRun()) Q_EMIT draftWanted(run->folder, true);
      });
  m_use = actions.addScoped(
      this,
      {QStringLiteral("train.useRun"), tr("&Use its settings"), "copy", QKeySequence(QStringLiteral("Alt+U")),
       tr("Uses the run's settings and dataset for a new run.")},
      [this] {
        if (const RunRow* const run = chosenRun()) Q_EMIT draftWanted(run->folder, false);
      });
}

const RunRow* RunsView::chosenRun() const {
  const QModelIndexList selected = m_table->selectionModel()->selectedRows();
  if (selected.isEmpty()) return nullptr;
  const auto row = static_cast<size_t>(selected.first().row());
  const std::vector<RunRow>& runs = m_runs.runs();
  return row < runs.size() ? &runs[row] : nullptr;
}

bool RunsView::isInQueue(const RunRow& run) const {
  const JobRow* const job = m_jobs.job(run.job);
  return job != nullptr && (job->isActive() || job->isWaiting());
}

void RunsView::goOn(int64_t moreSteps) {
  const RunRow* const run = chosenRun();
  if (run == nullptr) return;
  const JobRow* const job = m_jobs.job(run->job);
  const Verb verb = moreSteps > 0 ? Verb::extend : Verb::resume;
  const bool canBeResumed = job != nullptr && !isInQueue(*run) && m_bridge.understands(job->kind, verb) &&
                            (moreSteps > 0 || job->state != engine_api::JobState::finished);
  if (canBeResumed) {
    m_bridge.send(verb, job->id, moreSteps);
  } else {
    m_launcher.resume(run->folder, moreSteps);
  }
}

void RunsView::askToExtend() {
  bool good = false;
  const int steps = QInputDialog::getInt(window(), tr("Extend the run"), tr("Steps to add:"), 500, 1,
                                         100'000'000, 100, &good);
  if (good) goOn(steps);
}

void RunsView::updateCommands() {
  const RunRow* const run = chosenRun();
  const bool canTrain = m_bridge.hasKind(engine_api::TrainRequest::kind);
  const bool isFree = run != nullptr && !run->status.running && !isInQueue(*run);
  m_resume->setEnabled(canTrain && isFree && !run->status.has_result);
  m_extend->setEnabled(canTrain && isFree && run->status.total_steps > 0 &&
                       run->status.step >= run->status.total_steps);
  m_branch->setEnabled(run != nullptr && run->status.step > 0);
  m_use->setEnabled(run != nullptr);
}

}  // namespace fw::ui
