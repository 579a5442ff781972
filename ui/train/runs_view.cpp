// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/runs_view.h"

#include <QEvent>
#include <QHeaderView>
#include <QInputDialog>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "engine_api/requests.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/job_list_model.h"
#include "ui/state/navigator.h"
#include "ui/state/project_session.h"
#include "ui/state/run_list_model.h"
#include "ui/train/loss_dialog.h"
#include "ui/train/run_compare.h"
#include "ui/train/run_launcher.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/command_row.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/reveal.h"
#include "ui/widgets/text_question.h"

namespace fw::ui {

using engine_api::Verb;

RunsView::RunsView(EngineBridge& bridge, JobListModel& jobs, ProjectSession& session, RunListModel& runs,
                   Navigator& navigator, ActionRegistry& actions, RunLauncher& launcher, QWidget* parent)
    : QWidget(parent),
      m_bridge(bridge),
      m_jobs(jobs),
      m_session(session),
      m_runs(runs),
      m_navigator(navigator),
      m_launcher(launcher),
      m_table(new FlatTable(QStringLiteral("trainRuns"), tr("Runs of this project"),
                            tr("No runs yet. Press Start to make the first one."))) {
  m_table->setModel(&m_runs);
  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_table->header()->resizeSection(RunListModel::NameColumn, 160);
  m_table->header()->resizeSection(RunListModel::KindColumn, 70);
  m_table->header()->resizeSection(RunListModel::StepColumn, 130);
  m_table->header()->resizeSection(RunListModel::DateColumn, 130);
  m_table->setHiddenFirst({RunListModel::KindColumn, RunListModel::DateColumn, RunListModel::NoteColumn});
  makeActions(actions);
  makeNoteActions(actions);
  m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
  auto* const commands = named(new CommandRow, tr("Commands of the run"));
  for (QAction* const action : {m_resume, m_extend, m_branch, m_use, m_compare, m_loss, m_star, m_starred,
                                m_rename, m_note, m_reveal, m_delete}) {
    m_table->addAction(action);
    commands->add(action);
  }
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 10, 0, 0);
  column->addWidget(commands);
  column->addWidget(m_table, 1);
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsView::updateCommands);
  connect(m_table, &QAbstractItemView::activated, this, [this] {
    if (const RunRow* const run = chosenRun()) Q_EMIT m_navigator.runRequested(run->folder);
  });
  connect(&m_runs, &RunListModel::runsChanged, this, &RunsView::hideUnstarred);
  connect(&m_jobs, &JobListModel::summaryChanged, this, &RunsView::updateCommands);
  connect(&m_bridge, &EngineBridge::engineStateChanged, this, &RunsView::updateCommands);
  updateCommands();
}

void RunsView::serve(FlatTable& list) {
  m_other = &list;
  for (QAction* const action : m_table->actions())
    if (action != m_starred) list.addAction(action);
  list.setContextMenuPolicy(Qt::ActionsContextMenu);
  list.installEventFilter(this);
  connect(list.selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsView::updateCommands);
}

bool RunsView::eventFilter(QObject* watched, QEvent* event) {
  // Queued: a closing window hides its lists after its commands are gone.
  if (event->type() == QEvent::Show || event->type() == QEvent::Hide)
    QMetaObject::invokeMethod(this, &RunsView::updateCommands, Qt::QueuedConnection);
  return QWidget::eventFilter(watched, event);
}

void RunsView::makeActions(ActionRegistry& actions) {
  m_resume = actions.addScoped(
      this,
      {QStringLiteral("train.resumeRun"), tr("&Resume run"), "resume",
       QKeySequence(QStringLiteral("Alt+Shift+R")), tr("Resumes the run from its newest checkpoint.")},
      [this] { goOn(chosenRun(), 0); });
  m_extend = actions.addScoped(
      this,
      {QStringLiteral("train.extendRun"), tr("E&xtend…"), "extend",
       QKeySequence(QStringLiteral("Alt+Shift+X")), tr("Adds steps to a finished run and resumes it.")},
      [this] { askToExtend(); });
  m_branch = actions.addScoped(
      this,
      {QStringLiteral("train.branchRun"), tr("&Branch"), "branch",
       QKeySequence(QStringLiteral("Alt+Shift+B")),
       tr("Starts a new run from this run's newest weights. You can change the settings first.")},
      [this] {
        if (const RunRow* const run = chosenRun()) Q_EMIT draftRequested(run->folder, true);
      });
  m_use = actions.addScoped(
      this,
      {QStringLiteral("train.useRun"), tr("&Use its settings"), "use",
       QKeySequence(QStringLiteral("Alt+Shift+U")), tr("Uses the run's settings and dataset for a new run.")},
      [this] {
        if (const RunRow* const run = chosenRun()) Q_EMIT draftRequested(run->folder, false);
      });
  m_compare = actions.addScoped(
      this,
      {QStringLiteral("train.compareRuns"), tr("&Compare settings…"), "compare",
       QKeySequence(QStringLiteral("Alt+Shift+D")),
       tr("Shows the settings in which two runs differ: two that are selected, or one and any other.")},
      [this] {
        QStringList chosen;
        for (const RunRow* const run : chosenRuns()) chosen << run->folder;
        std::vector<RunCompare::Named> all;
        for (const RunRow& each : m_runs.runs()) all.emplace_back(m_runs.nameOf(each), each.folder);
        RunCompare(all, chosen, window()).exec();
      });
  m_loss =
      actions.addScoped(this,
                        {QStringLiteral("train.lossByClip"), tr("&Loss by clip…"), "loss",
                         QKeySequence(QStringLiteral("Alt+Shift+L")),
                         tr("Measures which clips the run finds hardest, and selects them in the dataset.")},
                        [this] { showLosses(); });
}

void RunsView::makeNoteActions(ActionRegistry& actions) {
  m_star = actions.addScoped(
      this,
      {QStringLiteral("train.starRun"), tr("S&tar"), "star", QKeySequence(QStringLiteral("Alt+Shift+S")),
       tr("Marks the selected runs with a star, or takes the stars away.")},
      [this] {
        const std::vector<const RunRow*> chosen = chosenRuns();
        const bool wanted =
            !std::ranges::all_of(chosen, [](const RunRow* run) { return run->notes.starred; });
        std::vector<std::pair<QString, run::RunNotes>> changes;
        for (const RunRow* const run : chosen) {
          changes.emplace_back(run->folder, run->notes);
          changes.back().second.starred = wanted;
        }
        for (const auto& [folder, notes] : changes) m_runs.setNotes(folder, notes);
      });
  m_starred =
      actions.addScoped(this,
                        {QStringLiteral("train.starredRuns"), tr("Starred &only"), "star",
                         QKeySequence(QStringLiteral("Alt+Shift+T")), tr("Shows only the runs with a star.")},
                        [this] { hideUnstarred(); });
  kept(m_starred, "train.starred")->setCheckable(true);
  const auto ask = [this](const QString& title, const QString& label, std::string run::RunNotes::*part) {
    const RunRow* const run = chosenRun();
    if (run == nullptr) return;
    const QString folder = run->folder;
    run::RunNotes notes = run->notes;
    std::string before = notes.*part;
    if (before.empty() && part == &run::RunNotes::name) before = run->info.name;
    const Lines lines = part == &run::RunNotes::note ? Lines::many : Lines::one;
    const auto text = askForText(window(), title, label, QString::fromStdString(before), lines);
    if (!text) return;
    notes.*part = text->toStdString();
    m_runs.setNotes(folder, notes);
  };
  m_rename = actions.addScoped(
      this,
      {QStringLiteral("train.renameRun"), tr("Re&name…"), "rename", QKeySequence(QStringLiteral("F2")),
       tr("Gives the run another name. Its folder keeps its own.")},
      [ask] { ask(tr("Rename the run"), tr("Name:"), &run::RunNotes::name); });
  m_note = actions.addScoped(this,
                             {QStringLiteral("train.noteRun"), tr("N&ote…"), "note",
                              QKeySequence(QStringLiteral("Alt+Shift+N")), tr("Keeps a note with the run.")},
                             [ask] { ask(tr("Note on the run"), tr("Note:"), &run::RunNotes::note); });
  m_reveal = actions.addScoped(
      this,
      {QStringLiteral("train.reveal"), tr("Show in &file manager"), "folder",
       QKeySequence(QStringLiteral("Ctrl+Alt+R")), tr("Shows the run's folder in the file manager.")},
      [this] {
        if (const RunRow* const run = chosenRun()) revealInFiles(run->folder);
      });
  m_delete = actions.addScoped(
      this,
      {QStringLiteral("train.deleteRun"), tr("&Delete…"), "trash", QKeySequence(QKeySequence::Delete),
       tr("Moves the selected runs to the trash, with their checkpoints, clips and results.")},
      [this] { askToDelete(); });
}

/// The selected runs that are neither training nor queued.
QStringList RunsView::deletable() const {
  QStringList folders;
  for (const RunRow* const run : chosenRuns())
    if (!run->status.running && !isInQueue(*run)) folders << run->folder;
  return folders;
}

void RunsView::askToDelete() {
  const QStringList folders = deletable();
  if (folders.isEmpty()) return;
  const auto count = static_cast<int>(folders.size());
  QMessageBox question(QMessageBox::Warning,
                       count == 1 ? tr("Delete the run?") : tr("Delete %n runs?", nullptr, count),
                       count == 1 ? tr("Move “%1” to the trash?").arg(m_runs.nameOf(*m_runs.run(folders[0])))
                                  : tr("Move %n runs to the trash?", nullptr, count),
                       QMessageBox::NoButton, window());
  question.setObjectName(QStringLiteral("deleteQuestion"));
  // Counting a large run takes a while.
  question.setInformativeText(tr("Counting what it takes…"));
  m_runs.measure(folders, [box = QPointer(&question), count](uint64_t bytes) {
    if (!box) return;
    box->setInformativeText(
        (count == 1
             ? tr("Its checkpoints, clips and result go with it: %1, free once the trash is emptied.")
             : tr("Their checkpoints, clips and results go with them: %1, free once the trash is emptied."))
            .arg(bytesText(bytes)));
  });
  QPushButton* const remove = question.addButton(tr("&Move to trash"), QMessageBox::DestructiveRole);
  remove->setObjectName(QStringLiteral("deleteRun"));
  QPushButton* const keep =
      question.addButton(count == 1 ? tr("&Keep the run") : tr("&Keep them"), QMessageBox::RejectRole);
  question.setDefaultButton(keep);
  question.setEscapeButton(keep);
  const auto canBeDeleted = [this](const QString& folder) {
    const RunRow* const now = m_runs.run(folder);
    return now != nullptr && !now->status.running && !isInQueue(*now);
  };
  const auto follow = [&] {
    if (std::ranges::none_of(folders, canBeDeleted)) question.reject();
  };
  connect(&m_runs, &RunListModel::runsChanged, &question, follow);
  connect(&m_jobs, &JobListModel::summaryChanged, &question, follow);
  question.exec();
  if (question.clickedButton() != remove) return;
  for (const QString& folder : folders) {
    const RunRow* const now = m_runs.run(folder);
    if (!canBeDeleted(folder)) continue;
    // Otherwise a paused job would be offered for resuming in a deleted run.
    if (const JobRow* const job = m_jobs.job(now->job)) m_bridge.send(Verb::remove, job->id);
    m_runs.moveToTrash(folder);
  }
}

void RunsView::hideUnstarred() {
  for (int row = 0; row < m_runs.rowCount(); ++row) {
    const bool isHidden = m_starred->isChecked() && !m_runs.runs()[static_cast<size_t>(row)].notes.starred;
    if (isHidden)
      m_table->selectionModel()->select(m_runs.index(row, 0),
                                        QItemSelectionModel::Deselect | QItemSelectionModel::Rows);
    m_table->setRowHidden(row, {}, isHidden);
  }
  updateCommands();
}

std::vector<const RunRow*> RunsView::chosenRuns() const {
  std::vector<const RunRow*> chosen;
  const std::vector<RunRow>& runs = m_runs.runs();
  const FlatTable& list = m_other != nullptr && m_other->isVisible() ? *m_other : *m_table;
  for (const QModelIndex& index : list.selectionModel()->selectedRows()) {
    const auto row = static_cast<size_t>(index.row());
    if (row < runs.size()) chosen.push_back(&runs[row]);
  }
  return chosen;
}

/// The selected run, if exactly one is selected.
const RunRow* RunsView::chosenRun() const {
  const std::vector<const RunRow*> chosen = chosenRuns();
  return chosen.size() == 1 ? chosen.front() : nullptr;
}

bool RunsView::isInQueue(const RunRow& run) const {
  const JobRow* const job = m_jobs.job(run.job);
  return job != nullptr && (job->isActive() || job->isWaiting());
}

void RunsView::goOn(const RunRow* run, int64_t moreSteps) {
  if (run == nullptr) return;
  const JobRow* const job = m_jobs.job(run->job);
  const Verb verb = moreSteps > 0 ? Verb::extend : Verb::resume;
  const bool canBeResumed = job != nullptr && !isInQueue(*run) && m_bridge.understands(job->kind, verb) &&
                            (moreSteps > 0 || job->state != engine_api::JobState::finished);
  if (canBeResumed) {
    const engine_api::JobId id = job->id;
    if (m_bridge.send(verb, id, moreSteps)) m_bridge.endPause(id);
  } else {
    m_launcher.resume(run->folder, moreSteps);
  }
}

void RunsView::askToExtend() {
  const RunRow* const run = chosenRun();
  if (run == nullptr) return;
  const QString folder = run->folder;  // a run that appears meanwhile may change the selection
  bool good = false;
  const int steps = QInputDialog::getInt(window(), tr("Extend the run"), tr("Steps to add:"), 500, 1,
                                         100'000'000, 100, &good);
  if (good) goOn(m_runs.run(folder), steps);
}

void RunsView::showLosses() {
  const RunRow* const run = chosenRun();
  if (run == nullptr) return;
  const QString folder = run->folder;
  LossDialog dialog(m_bridge, m_jobs, m_session.beside(), folder, m_runs.nameOf(*run), m_lossJobs[folder],
                    window());
  connect(&dialog, &LossDialog::clipsRequested, &m_navigator, &Navigator::datasetClipsRequested);
  dialog.exec();
  m_lossJobs[folder] = dialog.job();
}

void RunsView::updateCommands() {
  const RunRow* const run = chosenRun();
  const bool canTrain = m_bridge.hasKind(engine_api::TrainRequest::kind);
  const bool isFree = run != nullptr && !run->status.running && !isInQueue(*run);
  const bool canChange = !m_runs.readOnlyReason();
  m_resume->setEnabled(canTrain && isFree && canChange && !run->isFinished());
  m_extend->setEnabled(canTrain && isFree && canChange && run->status.total_steps > 0 &&
                       run->status.step >= run->status.total_steps);
  m_branch->setEnabled(run != nullptr && run->status.step > 0);
  m_use->setEnabled(run != nullptr);
  m_compare->setEnabled((run != nullptr && m_runs.runs().size() > 1) || chosenRuns().size() == 2);
  m_loss->setEnabled(run != nullptr && (run->status.step > 0 || run->status.has_result));
  m_reveal->setEnabled(run != nullptr);
  for (QAction* const action : {m_rename, m_note}) action->setEnabled(run != nullptr && canChange);
  m_star->setEnabled(!chosenRuns().empty() && canChange);
  m_delete->setEnabled(!deletable().isEmpty() && canChange);
}

}  // namespace fw::ui
