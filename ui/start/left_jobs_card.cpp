// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/left_jobs_card.h"

#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "engine_api/requests.h"
#include "ui/start/interrupted_card.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/state/job_title.h"
#include "ui/state/project_session.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/cancel_question.h"
#include "ui/widgets/row_menu.h"
#include "ui/widgets/wrap_label.h"
#include "workflow/dataset_jobs.h"

namespace fw::ui {

namespace {

constexpr int mostRows = 8;

/// Where the job writes, unless that is in its project; empty if it writes nothing.
QString placeOutside(const project::KeptJob& job) {
  const char* const key = job.spec.kind == engine_api::TrainRequest::kind  ? "run"
                          : job.spec.kind == workflow::ExportRequest::kind ? "folder"
                                                                           : "out";
  const auto place = job.spec.params.find(key);
  if (place == job.spec.params.end() || !place->is_string()) return {};
  const std::string path = place->get<std::string>();
  const bool isInside = !job.project.empty() && path.starts_with(to_utf8(job.project) + '/');
  return isInside ? QString() : QString::fromStdString(path);
}

}  // namespace

LeftJobsCard::LeftJobsCard(EngineBridge& bridge, JobKeeper& keeper, ProjectSession& session,
                           const InterruptedCard& runs, QWidget* parent)
    : Card(tr("Jobs from the last session"), parent), m_bridge(bridge), m_keeper(keeper), m_runs(runs) {
  setObjectName(QStringLiteral("leftJobs"));
  connect(&keeper, &JobKeeper::leftChanged, this, &LeftJobsCard::showJobs);
  connect(&runs, &InterruptedCard::runsChanged, this, &LeftJobsCard::showJobs);
  connect(&bridge, &EngineBridge::engineStateChanged, this, &LeftJobsCard::showJobs);
  connect(&session, &ProjectSession::changed, this, &LeftJobsCard::look);
  hide();
  look();
}

void LeftJobsCard::look() {
  m_keeper.look();
}

void LeftJobsCard::showJobs() {
  std::vector<Offer> offers;
  for (const LeftJob& left : m_keeper.left()) {
    const std::filesystem::path run = engine_api::trained_run(left.job.spec);
    if (run.empty() || !m_runs.knows(toText(run)))
      offers.emplace_back(left, m_bridge.hasKind(left.job.spec.kind));
  }
  setVisible(!offers.empty());
  if (offers == m_shown) return;
  m_shown = std::move(offers);
  makeRows();
  Q_EMIT jobsChanged();
}

QStringList LeftJobsCard::titles() const {
  QStringList titles;
  if (!std::ranges::all_of(m_shown, &Offer::second)) return titles;
  for (const Offer& offer : m_shown) titles << JobTitle(offer.first.job.spec).text();
  return titles;
}

void LeftJobsCard::addAll() {
  std::vector<LeftJob> all;
  std::ranges::transform(m_shown, std::back_inserter(all), &Offer::first);
  m_keeper.add(all);
}

void LeftJobsCard::makeRows() {
  if (m_rows != nullptr) {
    m_rows->hide();
    m_rows->deleteLater();  // the clicked button may be in it
  }
  m_rows = new QWidget;
  auto* const column = new QVBoxLayout(m_rows);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  const auto total = static_cast<int>(m_shown.size());
  for (int i = 0; i < std::min(total, mostRows); ++i)
    column->addWidget(makeRow(m_shown[static_cast<size_t>(i)]));
  if (total > mostRows) column->addWidget(new WrapLabel(tr("%n more", nullptr, total - mostRows)));
  if (total > 1) column->addWidget(makeAddAll(), 0, Qt::AlignLeft);
  body()->addWidget(m_rows);
}

QWidget* LeftJobsCard::makeAddAll() {
  auto* const add = named(new QPushButton(icon("enqueue"), tr("Add all again")), tr("Add all again"));
  add->setObjectName(QStringLiteral("addAllAgain"));
  add->setEnabled(std::ranges::all_of(m_shown, &Offer::second));
  add->setToolTip(add->isEnabled()
                      ? tr("Adds these jobs to the queue again, in the order in which they were.")
                      : tr("The engine is not ready."));
  connect(add, &QPushButton::clicked, this, &LeftJobsCard::addAll);
  return add;
}

QWidget* LeftJobsCard::makeRow(const Offer& offer) {
  const auto& [left, canBeAdded] = offer;
  const QString title = JobTitle(left.job.spec).text();
  auto* const row = new QWidget;
  auto* const line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(8);
  auto* const name = new WrapLabel(title);
  setBold(*name);
  QString how = left.job.has_begun ? tr("was running")
                : left.job.on_hold ? tr("was on hold")
                                   : tr("was waiting");
  if (!left.job.project.empty()) how = toText(left.job.project.filename()) + comma() + how;
  if (const QString place = placeOutside(left.job); !place.isEmpty())
    how += comma() + tr("writes to %1").arg(place);
  auto* const text = new WrapLabel(how);
  text->setForegroundRole(QPalette::PlaceholderText);
  auto* const texts = new QVBoxLayout;
  texts->setSpacing(1);
  texts->addWidget(name);
  texts->addWidget(text);
  auto* const add = named(new QPushButton(icon("enqueue"), tr("Add again")), tr("Queue %1 again").arg(title));
  add->setObjectName(QStringLiteral("addAgain"));
  add->setEnabled(canBeAdded);
  add->setToolTip(add->isEnabled() ? tr("Adds the job to the queue again.") : tr("The engine is not ready."));
  connect(add, &QPushButton::clicked, this, [this, left = left] { m_keeper.add({left}); });
  auto* const forget = named(new QToolButton, tr("Dismiss %1").arg(title));
  forget->setObjectName(QStringLiteral("forgetJob"));
  forget->setIcon(icon("close"));
  forget->setAutoRaise(true);
  forget->setFocusPolicy(Qt::StrongFocus);
  forget->setToolTip(tr("Removes this job from the list. Its files are kept."));
  connect(forget, &QToolButton::clicked, this, [this, left = left, title] {
    if (CancelQuestion::mayForget(window(), title)) m_keeper.forget(left);
  });
  line->addLayout(texts, 1);
  line->addWidget(add);
  line->addWidget(forget);
  addRowMenu(*row, {add, forget});
  return row;
}

}  // namespace fw::ui
