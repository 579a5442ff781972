// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/monitor/run_bar.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QProgressBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/monitor/phase_strip.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/job_list_model.h"
#include "ui/state/job_verbs.h"
#include "ui/state/run_commands.h"
#include "ui/state/run_list_model.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/cancel_question.h"
#include "ui/widgets/command_row.h"
#include "ui/widgets/pause_question.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

using engine_api::JobState;
using engine_api::Verb;

namespace {

constexpr int progressHeight = 6;
constexpr int fullBar = 1000;
constexpr int signSize = 18;
constexpr int barGap = 6;

/// Elides its text if there is too little room, so that changes of state do not move the layout.
class OneLine : public QLabel {
 public:
  QSize sizeHint() const override { return {fontMetrics().averageCharWidth() * 44, fontMetrics().height()}; }
  QSize minimumSizeHint() const override {
    return {fontMetrics().averageCharWidth() * 16, fontMetrics().height()};
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setPen(palette().color(isEnabled() ? QPalette::Normal : QPalette::Disabled, foregroundRole()));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideRight, width()));
  }
};

}  // namespace

RunBar::RunBar(EngineBridge& bridge, JobListModel& jobs, RunListModel& runs, const ActionRegistry& actions,
               QWidget* parent)
    : QWidget(parent),
      m_bridge(bridge),
      m_jobs(jobs),
      m_runs(runs),
      m_sign(new QLabel),
      m_phase(named(new OneLine, tr("Run status"))),
      m_progress(named(new QProgressBar, tr("Progress of the run"))),
      m_phases(new PhaseStrip),
      m_commands(named(new CommandRow, tr("Commands of the run"))) {
  auto* const row = new QHBoxLayout;
  row->setSpacing(barGap);
  row->addWidget(m_sign);
  row->addWidget(m_phase, 1);
  row->addWidget(m_commands);
  setBold(*m_phase);
  m_progress->setTextVisible(false);
  m_progress->setFixedHeight(progressHeight);
  m_progress->setRange(0, fullBar);
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  column->addLayout(row);
  column->addWidget(m_progress);
  column->addWidget(m_phases);
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

/// The queue's commands, applied to the displayed run.
void RunBar::addVerb(const ActionRegistry& actions, const char* action, Verb verb) {
  const QAction* const like = actions.action(QLatin1String(action));
  auto* const command = new QAction(like->icon(), like->text(), this);
  command->setIconText(like->iconText());
  command->setToolTip(like->toolTip());
  command->setWhatsThis(like->whatsThis());
  connect(command, &QAction::triggered, this, [this, verb] { send(verb); });
  m_commands->add(command)->setObjectName(QStringLiteral("monitor-") + QLatin1String(name_of(verb).data()));
  m_verbs.emplace_back(verb, command);
}

/// The state's text has priority over the buttons' texts.
void RunBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const int left = width() - m_phase->sizeHint().width() - signSize - 2 * barGap;
  m_commands->setMaximumWidth(std::max(m_commands->minimumSizeHint().width(), left));
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
  for (const auto& [verb, command] : m_verbs) allow(*command, refusal(verb, run, job));
  m_phases->setRun(run, job);
  if (run == nullptr) return say(nullptr, Tint::text, 0, {});
  showPhase(*run, job);
}

void RunBar::say(const char* sign, Tint tint, double fraction, const QString& text) {
  m_sign->setVisible(sign != nullptr);
  if (sign != nullptr) showIcon(*m_sign, sign, tint, signSize);
  m_phase->setText(text);
  m_phase->setToolTip(text);
  m_progress->setRange(0, fraction < 0 ? 0 : fullBar);
  m_progress->setValue(static_cast<int>(fraction * fullBar));
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
    if (job->state == JobState::stopping) text = stateText(job->state) + colon() + text;
    if (const auto left = job->secondsLeft()) text += comma() + tr("%1 left").arg(durationText(*left));
    // Phases have their own progress in the strip: this bar must not go back at a validation.
    const bool trains = fraction > 0 || job->training;
    return say("run", Tint::accent, trains ? std::max(fraction, job->wholeFraction()) : -1, text);
  }
  if (job != nullptr && (job->isActive() || job->isWaiting() || job->state == JobState::paused)) {
    const char* const sign = job->isActive()                  ? "run"
                             : job->state == JobState::queued ? "busy"
                             : job->state == JobState::held   ? "hold"
                                                              : "pause";
    return say(sign, Tint::accent, fraction, stateText(job->state));
  }
  if (run.status.running) return say("run", Tint::accent, fraction, tr("Running in another process"));
  if (run.isFinished()) return say("ok", Tint::good, 1, tr("Finished"));
  const QString state = runStateText(run);
  if (job != nullptr && job->state == JobState::failed && !run.hasStarted())
    return say("error", Tint::bad, 0, tr("Failed before the first step"));
  if (!run.hasStarted()) return say("busy", Tint::text, 0, state);
  if (run.status.has_result)
    return say("stop", Tint::text, fraction,
               tr("%1 at step %2 of %3: can be resumed").arg(state, locale.toString(run.step()), total));
  const qint64 saved = run.status.step;
  say("warning", Tint::warning, fraction,
      saved > 0 ? tr("%1: can resume from step %2").arg(state, locale.toString(saved))
                : tr("%1 before the first checkpoint: resuming starts over").arg(state));
}

QString RunBar::refusal(Verb verb, const RunRow* run, const JobRow* job) const {
  if (run == nullptr) return tr("No run is shown.");
  if (verb == Verb::resume) {
    if (const auto& reason = m_runs.readOnlyReason()) return faultText(*reason);
    if (canResume(*run, m_jobs, m_bridge)) return {};
    if (run->isFinished()) return tr("The run has finished.");
    if (run->status.running) return tr("The run is training.");
  }
  if (job == nullptr) return tr("The run is not in the queue.");
  const QString why = refusalOf(verb, job, m_bridge);
  // Whether a run can be resumed depends on its folder.
  return verb == Verb::resume && why.isEmpty() ? tr("The run cannot be resumed now.") : why;
}

void RunBar::send(Verb verb) {
  const RunRow* const run = m_runs.run(m_folder);
  if (run == nullptr) return;
  if (verb == Verb::resume) {
    resumeRun(*run, m_jobs, m_bridge);
  } else if (verb == Verb::abort || verb == Verb::stop_and_save) {
    CancelQuestion::cancel(window(), m_jobs, m_bridge, run->job, verb);
  } else if (verb == Verb::pause) {
    PauseQuestion::pause(window(), m_jobs, m_bridge, run->job);
  } else {
    m_bridge.send(verb, run->job);
  }
}

}  // namespace fw::ui
