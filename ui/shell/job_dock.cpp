// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/job_dock.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/job_list_model.h"
#include "ui/state/job_verbs.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/cancel_question.h"
#include "ui/widgets/command_row.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/pause_question.h"
#include "ui/widgets/progress_delegate.h"
#include "ui/widgets/scrolled.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

using engine_api::JobState;
using engine_api::Verb;

JobDock::JobDock(EngineBridge& bridge, JobListModel& jobs, ActionRegistry& actions, QWidget* parent)
    : QDockWidget(tr("Jobs"), parent),
      m_bridge(bridge),
      m_jobs(jobs),
      m_table(new FlatTable(QStringLiteral("jobs"), tr("Jobs"),
                            tr("No jobs yet. Long-running work, such as training, is queued here."))),
      m_unfinishedNames(new WrapLabel) {
  setObjectName(QStringLiteral("jobDock"));
  named(this, tr("Jobs"));
  m_table->setModel(&m_jobs);
  m_table->setItemDelegateForColumn(JobListModel::ProgressColumn,
                                    new ProgressDelegate(JobListModel::FractionRole, m_table));
  m_table->setDragDropMode(QAbstractItemView::InternalMove);
  m_table->setDragDropOverwriteMode(false);
  m_table->header()->setStretchLastSection(false);
  m_table->header()->setSectionResizeMode(JobListModel::ProgressColumn, QHeaderView::Stretch);
  int longest = 0;
  for (const auto& state : choices_of(JobState{}))
    longest = std::max(longest, fontMetrics().horizontalAdvance(stateText(state.value)));
  const int letter = fontMetrics().averageCharWidth();
  m_table->header()->resizeSection(JobListModel::JobColumn, letter * 28);
  m_table->header()->resizeSection(JobListModel::StateColumn, longest + letter * 8);  // including its icon
  m_table->header()->resizeSection(JobListModel::TimeColumn, letter * 18);
  m_table->setHiddenFirst({JobListModel::TimeColumn});
  constexpr int leastLines = 4;  // the header and three jobs: the running one and the next ones
  m_table->setMinimumHeight((m_table->fontMetrics().height() + 8) * leastLines);
  makeCommands(actions);

  auto* const bar = named(new CommandRow, tr("Job commands"));
  for (QAction* const command : m_commands) {
    if (command != nullptr) {
      bar->add(command, command == m_pauseQueue ? CommandRow::Label::first : CommandRow::Label::inTurn);
    } else {
      bar->addLine();
    }
  }
  m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
  for (QAction* const command : m_commands) {
    if (command != nullptr) m_table->addAction(command);
  }
  auto* const content = new QWidget;
  m_unfinished = new QWidget;
  auto* const row = new QHBoxLayout(m_unfinished);
  row->setContentsMargins(8, 2, 8, 2);
  row->addWidget(m_unfinishedNames, 1);
  m_unfinished->hide();
  auto* const column = new QVBoxLayout(content);
  column->setContentsMargins(4, 0, 4, 4);
  column->setSpacing(2);
  column->addWidget(bar);
  column->addWidget(m_unfinished);
  column->addWidget(m_table);
  setWidget(new Scrolled(content, windowTitle()));

  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &JobDock::updateCommands);
  connect(&m_jobs, &JobListModel::summaryChanged, this, &JobDock::updateCommands);
  updateCommands();
}

void JobDock::addVerb(ActionRegistry& actions, Verb verb, const ActionSpec& spec) {
  QAction* const action = actions.add(spec, [this, verb] { sendToChosen(verb); });
  m_verbs.push_back({verb, action});
  m_commands.push_back(action);
}

void JobDock::makeCommands(ActionRegistry& actions) {
  m_cancelRunning =
      actions.add({QStringLiteral("jobs.cancelRunning"), tr("Cancel r&unning job"), "cancel",
                   QKeySequence(QStringLiteral("Ctrl+Shift+B")), tr("Ends the running job without saving.")},
                  [this] {
                    const JobRow* const job = m_jobs.activeJob();
                    if (job != nullptr) CancelQuestion::cancel(window(), m_jobs, m_bridge, job->id);
                  });
  addVerb(actions, Verb::abort,
          {QStringLiteral("jobs.cancel"), tr("&Cancel job"), "cancel",
           QKeySequence(QStringLiteral("Ctrl+Shift+X")),
           tr("Ends the selected job, or the running one, without saving.")});
  addVerb(actions, Verb::hold,
          {QStringLiteral("jobs.hold"), tr("&Hold"), "hold", QKeySequence(QStringLiteral("Ctrl+Shift+H")),
           tr("Keeps a waiting job from starting until it is resumed.")});
  addVerb(
      actions, Verb::resume,
      {QStringLiteral("jobs.resume"), tr("&Resume"), "resume", QKeySequence(QStringLiteral("Ctrl+Shift+R")),
       tr("Lets a held job start, or resumes an ended one from its newest checkpoint.")});
  addVerb(actions, Verb::refit,
          {QStringLiteral("jobs.refit"), tr("&Fit and resume"), "fit",
           QKeySequence(QStringLiteral("Ctrl+Shift+G")),
           tr("Resumes a run that ran out of memory, with settings that fit the memory that is free now.")});
  addVerb(actions, Verb::pause,
          {QStringLiteral("jobs.pause"), tr("&Pause"), "pause", QKeySequence(QStringLiteral("Ctrl+Shift+Y")),
           tr("Saves a checkpoint and frees the device. Asks whether the next job may start.")});
  addVerb(actions, Verb::stop_and_save,
          {QStringLiteral("jobs.stopAndSave"), tr("&Stop and save"), "stop",
           QKeySequence(QStringLiteral("Ctrl+Shift+S")),
           tr("Saves a checkpoint and the result so far, then ends the job.")});
  addVerb(actions, Verb::checkpoint_now,
          {QStringLiteral("jobs.checkpoint"), tr("Chec&kpoint now"), "checkpoint",
           QKeySequence(QStringLiteral("Ctrl+Shift+K")), tr("Saves a checkpoint and keeps running.")});
  addVerb(actions, Verb::validate_now,
          {QStringLiteral("jobs.validate"), tr("&Validate now"), "validate",
           QKeySequence(QStringLiteral("Ctrl+Shift+V")),
           tr("Generates the validation clips now and keeps running.")});
  m_commands.push_back(nullptr);
  makeOrderCommands(actions);
}

void JobDock::makeOrderCommands(ActionRegistry& actions) {
  m_up = actions.addScoped(
      this,
      {QStringLiteral("jobs.up"), tr("Move &up"), "up", QKeySequence(QStringLiteral("Alt+Up")),
       tr("Runs the selected waiting job earlier. You can also drag its row.")},
      [this] { moveChosen(-1); });
  m_down = actions.addScoped(
      this,
      {QStringLiteral("jobs.down"), tr("Move &down"), "down", QKeySequence(QStringLiteral("Alt+Down")),
       tr("Runs the selected waiting job later. You can also drag its row.")},
      [this] { moveChosen(+1); });
  QAction* const remove = actions.addScoped(
      this,
      {QStringLiteral("jobs.remove"), tr("Re&move from list"), "remove", QKeySequence(QStringLiteral("Del")),
       tr("Removes the selected job from the list. Its files are kept.")},
      [this] { sendToChosen(Verb::remove); });
  m_verbs.push_back({Verb::remove, remove});
  m_clear = actions.add({QStringLiteral("jobs.clear"), tr("C&lear ended jobs"), "clear",
                         QKeySequence(QStringLiteral("Ctrl+Shift+Del")),
                         tr("Removes all ended jobs from the list; paused ones stay. No file is deleted.")},
                        [this] { m_jobs.removeEnded(); });
  m_pauseQueue =
      actions.addToggle({QStringLiteral("jobs.pauseQueue"), tr("Pause &after this job"), "pause-next",
                         QKeySequence(QStringLiteral("Ctrl+Alt+P")),
                         tr("Finishes the running job and starts no other one until this is turned off.")},
                        [this](bool on) { m_bridge.setQueuePaused(on); });
  const auto show = [this] {
    m_pauseQueue->setChecked(m_bridge.isQueuePaused());
    showTimeLeft();
  };
  connect(&m_bridge, &EngineBridge::queuePausedChanged, this, show);
  show();
  m_commands.insert(m_commands.end(), {m_up, m_down, m_pauseQueue, nullptr, remove, m_clear});
}

const JobRow* JobDock::chosenJob() const {
  const QModelIndexList selected = m_table->selectionModel()->selectedRows();
  return selected.isEmpty() ? m_jobs.activeJob() : m_jobs.job(selected.first());
}

void JobDock::updateCommands() {
  const JobRow* const job = chosenJob();
  for (const auto& [verb, action] : m_verbs) allow(*action, refusalOf(verb, job, m_bridge));
  updateOrder(job);
  allow(*m_cancelRunning, m_jobs.activeJob() != nullptr ? QString() : tr("No job is running."));
  allow(*m_clear, m_jobs.endedCount() > 0 ? QString() : tr("No job has ended."));
  showTimeLeft();
}

void JobDock::updateOrder(const JobRow* job) {
  const int position = job != nullptr ? m_jobs.waitingPosition(job->id) : -1;
  if (position < 0) {
    for (QAction* const action : {m_up, m_down}) allow(*action, tr("Only a waiting job can be moved."));
    return;
  }
  allow(*m_up, position > 0 ? QString() : tr("The job is the next one already."));
  allow(*m_down, position + 1 < m_jobs.waitingCount() ? QString() : tr("The job is the last one already."));
}

/// In the title, because appearing text in the bar would move its buttons.
void JobDock::showTimeLeft() {
  const JobListModel::TimeLeft left = m_jobs.timeLeft();
  QStringList parts{tr("Jobs")};
  if (m_bridge.isQueuePaused())
    parts << (m_jobs.activeJob() != nullptr ? tr("Paused after this job") : tr("Paused"));
  if (left.seconds > 0) parts << tr("%1 left in total").arg(durationText(left.seconds));
  if (left.unknown > 0 && left.seconds > 0) parts << tr("%n jobs of unknown length", nullptr, left.unknown);
  setWindowTitle(parts.join(QStringLiteral(" · ")));
}

void JobDock::sendToChosen(Verb verb) {
  const JobRow* const job = chosenJob();
  if (job == nullptr) return;
  // A waiting or paused job is lost when it leaves the list.
  const bool isToGoOn = job->isWaiting() || job->state == JobState::paused;
  if (verb == Verb::abort || verb == Verb::stop_and_save || (verb == Verb::remove && isToGoOn))
    return CancelQuestion::cancel(window(), m_jobs, m_bridge, job->id, verb);
  if (verb == Verb::pause) return PauseQuestion::pause(window(), m_jobs, m_bridge, job->id);
  const bool goesOn = (verb == Verb::resume || verb == Verb::refit) && job->state != JobState::held;
  const engine_api::JobId id = job->id;
  if (m_bridge.send(verb, id) && goesOn) m_bridge.endPause(id);
}

void JobDock::moveChosen(int by) {
  const JobRow* const job = chosenJob();
  if (job != nullptr) m_jobs.move(job->id, m_jobs.waitingPosition(job->id) + by);
}

void JobDock::addResume(QAction* action) {
  m_unfinished->layout()->addWidget(actionButton(action));
}

void JobDock::showUnfinished(const QString& names) {
  m_unfinishedNames->setText(tr("From the last session: %1").arg(names));
  m_unfinished->setVisible(!names.isEmpty());
}

void JobDock::select(engine_api::JobId id) {
  for (int row = 0; row < m_jobs.rowCount(); ++row) {
    const QModelIndex index = m_jobs.index(row, 0);
    if (index.data(JobListModel::IdRole).toLongLong() == id) m_table->setCurrentIndex(index);
  }
}

}  // namespace fw::ui
