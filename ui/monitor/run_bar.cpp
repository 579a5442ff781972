// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/monitor/run_bar.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/monitor/phase_strip.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/job_list_model.h"
#include "ui/state/run_commands.h"
#include "ui/state/run_list_model.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/cancel_question.h"
#include "ui/widgets/text_bar.h"

namespace fw::ui {

using engine_api::JobState;
using engine_api::Verb;

RunBar::RunBar(EngineBridge& bridge, JobListModel& jobs, RunListModel& runs, const ActionRegistry& actions,
               QWidget* parent)
    : QWidget(parent),
      m_bridge(bridge),
      m_jobs(jobs),
      m_runs(runs),
      m_phase(named(new TextBar, tr("Run status"))),
      m_phases(new PhaseStrip),
      m_row(new QHBoxLayout) {
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  column->addLayout(m_row);
  column->addWidget(m_phases);
  m_row->setSpacing(4);
  m_phase->setMinimumWidth(160);
  m_row->addWidget(m_phase, 1);
  m_row->addSpacing(6);
  addVerb(actions, "jobs.resume", Verb::resume);
  addVerb(actions, "jobs.pause", Verb::pause);
  addVerb(actions, "jobs.stopAndSave", Verb::stop_and_save);
  addVerb(actions, "jobs.cancel", Verb::abort);
  addVerb(actions, "jobs.checkpoint", Verb::checkpoint_now);
  addVerb(actions, "jobs.validate", Verb::validate_now);
  connect(&m_jobs, &JobListModel::summaryChanged, this, &RunBar::showRun);
  connect(&m_runs, &RunListModel::runsChanged, this, &RunBar::showRun);
  connect(&m_bridge, &EngineBridge::engineStateChanged, this, &RunBar::showRun);
  showRun();
}

void RunBar::addVerb(const ActionRegistry& actions, const char* action, Verb verb) {
  const QAction* const command = actions.action(QLatin1String(action));
  auto* const button = named(new QToolButton, command->iconText(), command->whatsThis());
  button->setIcon(command->icon());
  button->setText(command->iconText());
  button->setToolTip(command->toolTip());
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::StrongFocus);
  button->setObjectName(QStringLiteral("monitor-") + QLatin1String(name_of(verb).data()));
  connect(button, &QToolButton::clicked, this, [this, verb] { send(verb); });
  m_row->addWidget(button);
  m_buttons.emplace_back(verb, button);
}

void RunBar::setRun(const QString& folder) {
  m_folder = folder;
  showRun();
}

QString RunBar::phaseText() const {
  return m_phase->text();
}

void RunBar::showRun() {
  const RunRow* const run = m_runs.run(m_folder);
  setEnabled(run != nullptr);
  const JobRow* const job = run != nullptr ? jobOf(*run, m_jobs) : nullptr;
  for (const auto& [verb, button] : m_buttons) {
    button->setEnabled(run != nullptr && allows(verb, *run, job));
    // Either it can go on or it can be paused.
    if (verb == Verb::resume)
      button->setVisible(run != nullptr && !run->status.running && !run->isFinished());
  }
  m_phases->setJob(job);
  if (run == nullptr) return m_phase->showProgress(0, {});
  showPhase(*run, job);
}

void RunBar::showPhase(const RunRow& run, const JobRow* job) {
  const QLocale locale;
  const QString total = locale.toString(qint64{run.status.total_steps});
  const double fraction =
      run.status.total_steps > 0
          ? std::min(1.0, static_cast<double>(run.step()) / static_cast<double>(run.status.total_steps))
          : 0;
  if (job != nullptr && job->isActive() && job->progress) {
    QString text = progressText(*job->progress);
    if (job->state == JobState::stopping) text = stateText(job->state) + QStringLiteral(": ") + text;
    if (job->hasTimeLeft()) text += comma() + tr("%1 left").arg(durationText(*job->progress->seconds_left));
    return m_phase->showProgress(job->fraction(), text);
  }
  if (job != nullptr && (job->isActive() || job->isWaiting() || job->state == JobState::paused))
    return m_phase->showProgress(fraction, stateText(job->state));
  if (run.status.running) return m_phase->showProgress(fraction, tr("Running in another process"));
  if (run.isFinished()) return m_phase->showProgress(1, tr("Finished"));
  if (!run.hasStarted()) return m_phase->showProgress(0, tr("Not started"));
  if (run.status.has_result)
    return m_phase->showProgress(
        fraction, tr("Stopped at step %1 of %2: can be resumed").arg(locale.toString(run.step()), total));
  m_phase->showProgress(
      fraction, tr("Interrupted: can resume from step %1").arg(locale.toString(qint64{run.status.step})));
}

bool RunBar::allows(Verb verb, const RunRow& run, const JobRow* job) const {
  switch (verb) {
    case Verb::resume:
      return canResume(run, m_jobs, m_bridge);
    case Verb::abort:
      return job != nullptr && (job->isActive() || job->isWaiting());
    default:
      return job != nullptr && job->state == JobState::running && m_bridge.understands(job->kind, verb);
  }
}

void RunBar::send(Verb verb) {
  const RunRow* const run = m_runs.run(m_folder);
  if (run == nullptr) return;
  if (verb == Verb::resume) {
    resumeRun(*run, m_jobs, m_bridge);
  } else if (verb == Verb::abort) {
    CancelQuestion::cancel(window(), m_jobs, m_bridge, run->job);
  } else {
    m_bridge.send(verb, run->job);
  }
}

}  // namespace fw::ui
