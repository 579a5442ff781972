// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/pause_question.h"

#include <QMessageBox>
#include <QPushButton>

#include "ui/state/engine_bridge.h"
#include "ui/state/job_list_model.h"

namespace fw::ui {

using engine_api::JobState;
using engine_api::Verb;

namespace {

/// The jobs that wait for the end of one in this lane; none while the queue is paused.
int countQueued(const JobListModel& jobs, const EngineBridge& bridge, engine_api::Lane lane) {
  int count = 0;
  for (int row = 0; row < jobs.rowCount() && !bridge.isQueuePaused(); ++row) {
    const JobRow& job = *jobs.job(jobs.index(row, 0));
    if (job.lane == lane && job.state == JobState::queued) ++count;
  }
  return count;
}

enum class Pause { nothing, job, everything };

Pause ask(QWidget* window, const QString& title, int waiting) {
  QMessageBox question(QMessageBox::Question, PauseQuestion::tr("Pause the job?"),
                       PauseQuestion::tr("Pause “%1”?").arg(title), QMessageBox::NoButton, window);
  question.setObjectName(QStringLiteral("pauseQuestion"));
  question.setInformativeText(PauseQuestion::tr(
      "It saves a checkpoint and frees the device. %n jobs are waiting for it.", nullptr, waiting));
  QPushButton* const all =
      question.addButton(PauseQuestion::tr("Pause &everything"), QMessageBox::AcceptRole);
  all->setObjectName(QStringLiteral("pauseEverything"));
  all->setToolTip(PauseQuestion::tr("No other job starts until one is resumed."));
  QPushButton* const one =
      question.addButton(PauseQuestion::tr("Pause &this job"), QMessageBox::DestructiveRole);
  one->setObjectName(QStringLiteral("pauseJob"));
  one->setToolTip(PauseQuestion::tr("The next job starts in its place."));
  QPushButton* const keep = question.addButton(PauseQuestion::tr("&Cancel"), QMessageBox::RejectRole);
  question.setDefaultButton(all);
  question.setEscapeButton(keep);
  question.exec();
  if (question.clickedButton() == all) return Pause::everything;
  return question.clickedButton() == one ? Pause::job : Pause::nothing;
}

}  // namespace

void PauseQuestion::pause(QWidget* window, const JobListModel& jobs, EngineBridge& bridge,
                          engine_api::JobId id) {
  const JobRow* const job = jobs.job(id);
  if (job == nullptr) return;
  const int queued = countQueued(jobs, bridge, job->lane);
  const Pause wanted = queued > 0 ? ask(window, job->title(), queued) : Pause::job;
  // The job kept running while the dialog was open.
  const JobRow* const now = jobs.job(id);
  if (wanted == Pause::nothing || now == nullptr || now->state != JobState::running) return;
  if (wanted == Pause::everything) bridge.setQueuePaused(true);
  bridge.send(Verb::pause, id);
}

}  // namespace fw::ui
