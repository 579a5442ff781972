// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/interrupted_card.h"

#include <QDir>
#include <QLocale>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "engine_api/requests.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/state/job_list_model.h"
#include "ui/state/navigator.h"
#include "ui/state/project_session.h"
#include "ui/state/run_commands.h"
#include "ui/state/run_list_model.h"
#include "ui/state/settings.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/row_menu.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr int mostInterrupted = 5;

QString standing(const InterruptedRun& run) {
  const QLocale locale;
  const QString step = locale.toString(run.step);
  const QString at = run.totalSteps > 0
                         ? InterruptedCard::tr("step %1 of %2").arg(step, locale.toString(run.totalSteps))
                         : InterruptedCard::tr("step %1").arg(step);
  const QString how = run.wasPaused ? InterruptedCard::tr("paused at %1").arg(at)
                                    : InterruptedCard::tr("interrupted, saved at %1").arg(at);
  return QDir(run.project).dirName() + comma() + how;
}

}  // namespace

InterruptedCard::InterruptedCard(EngineBridge& bridge, JobListModel& jobs, ProjectSession& session,
                                 RunListModel& runs, Settings& settings, Navigator& navigator,
                                 QWidget* parent)
    : Card(tr("Interrupted runs"), parent),
      m_bridge(bridge),
      m_session(session),
      m_settings(settings),
      m_navigator(navigator) {
  setObjectName(QStringLiteral("interruptedRuns"));
  connect(&m_found, &InterruptedRuns::changed, this, &InterruptedCard::showRuns);
  connect(&session, &ProjectSession::changed, this, &InterruptedCard::look);
  connect(&runs, &RunListModel::runsChanged, this, &InterruptedCard::look);
  connect(&bridge, &EngineBridge::engineStateChanged, this, &InterruptedCard::showRuns);
  connect(&jobs, &JobListModel::jobEnded, this, [this] {
    m_resumed.clear();
    showRuns();  // unchanged runs are not news
    look();
  });
  hide();
  look();
}

void InterruptedCard::look() {
  m_found.look(m_settings.recentProjects(),
               m_session.canWrite() ? toPath(m_session.folder()) : std::filesystem::path());
}

void InterruptedCard::showRuns() {
  const QStringList dismissed = m_settings.dismissedRuns();
  std::vector<InterruptedRun> runs = m_found.runs();
  std::erase_if(runs, [&](const InterruptedRun& run) {
    return dismissed.contains(run.folder) || m_resumed.contains(run.folder);
  });
  setVisible(!runs.empty());
  std::pair wanted(std::move(runs), m_bridge.hasKind(engine_api::TrainRequest::kind));
  if (wanted != m_shown) {
    m_shown = std::move(wanted);
    makeRows();
  }
  Q_EMIT runsChanged();
}

void InterruptedCard::makeRows() {
  if (m_rows != nullptr) {
    m_rows->hide();
    m_rows->deleteLater();  // the clicked button may be in it
  }
  m_rows = new QWidget;
  auto* const column = new QVBoxLayout(m_rows);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  const std::vector<InterruptedRun>& runs = m_shown.first;
  const auto total = static_cast<int>(runs.size());
  for (int i = 0; i < std::min(total, mostInterrupted); ++i)
    column->addWidget(makeRow(runs[static_cast<size_t>(i)]));
  if (total > mostInterrupted)
    column->addWidget(new WrapLabel(tr("%n more", nullptr, total - mostInterrupted)));
  body()->addWidget(m_rows);
}

bool InterruptedCard::knows(const QString& folder) const {
  return std::ranges::any_of(m_found.runs(), [&](const InterruptedRun& run) { return run.folder == folder; });
}

QWidget* InterruptedCard::makeRow(const InterruptedRun& run) {
  auto* const row = new QWidget;
  auto* const line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(8);
  auto* const name = new WrapLabel(run.name);
  setBold(*name);
  auto* const text = new WrapLabel(standing(run));
  text->setForegroundRole(QPalette::PlaceholderText);
  auto* const texts = new QVBoxLayout;
  texts->setSpacing(1);
  texts->addWidget(name);
  texts->addWidget(text);
  auto* const resume =
      named(new QPushButton(icon("resume"), tr("Resume")), tr("Resume the run %1").arg(run.name));
  resume->setObjectName(QStringLiteral("resumeRun"));
  resume->setEnabled(m_shown.second);
  resume->setToolTip(resume->isEnabled() ? tr("Resumes from the newest checkpoint.")
                                         : tr("The engine is not ready."));
  connect(resume, &QPushButton::clicked, this, [this, run] { this->resume(run); });
  auto* const dismiss = named(new QToolButton, tr("Dismiss the run %1").arg(run.name));
  dismiss->setIcon(icon("close"));
  dismiss->setAutoRaise(true);
  dismiss->setFocusPolicy(Qt::StrongFocus);
  dismiss->setToolTip(tr("Hides this run here. The run itself is kept."));
  connect(dismiss, &QToolButton::clicked, this, [this, folder = run.folder] {
    m_settings.dismissRun(folder);
    showRuns();
  });
  line->addLayout(texts, 1);
  line->addWidget(resume);
  line->addWidget(dismiss);
  addRowMenu(*row, {resume, dismiss}, run.folder);
  return row;
}

/// Paused runs were left on purpose.
std::vector<InterruptedRun> InterruptedCard::died() const {
  std::vector<InterruptedRun> runs;
  if (m_shown.second)
    std::ranges::copy_if(m_shown.first, std::back_inserter(runs), std::not_fn(&InterruptedRun::wasPaused));
  return runs;
}

QStringList InterruptedCard::unfinished() const {
  QStringList names;
  for (const InterruptedRun& run : died()) names << run.name;
  return names;
}

void InterruptedCard::resumeUnfinished() {
  for (const InterruptedRun& run : died()) resume(run);
}

void InterruptedCard::resume(const InterruptedRun& run) {
  m_resumed.insert(run.folder);
  m_session.open(run.project);
  submitResume(run.folder, run.name, m_bridge);
  Q_EMIT m_navigator.runRequested(run.folder);
  showRuns();
}

}  // namespace fw::ui
