// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/cancel_question.h"

#include <QMessageBox>
#include <QPushButton>

#include "ui/state/engine_bridge.h"
#include "ui/state/job_list_model.h"

namespace fw::ui {

using engine_api::JobState;
using engine_api::Verb;

/// @param loss     what will be lost, as a sentence
/// @param prepare  called with the question before it opens
bool CancelQuestion::ask(QWidget* window, const QString& title, const QString& loss, Verb verb,
                         const std::function<void(QMessageBox&)>& prepare) {
  const bool saves = verb == Verb::stop_and_save;
  QMessageBox question(QMessageBox::Warning, saves ? tr("Stop the job?") : tr("Cancel the job?"),
                       (saves ? tr("Stop “%1”?") : tr("Cancel “%1”?")).arg(title), QMessageBox::NoButton,
                       window);
  question.setObjectName(QStringLiteral("cancelQuestion"));
  question.setInformativeText(loss);
  QPushButton* const end =
      question.addButton(saves ? tr("&Stop and save") : tr("&Cancel the job"), QMessageBox::DestructiveRole);
  end->setObjectName(saves ? QStringLiteral("stopJob") : QStringLiteral("cancelJob"));
  QPushButton* const keep = question.addButton(tr("&Keep the job"), QMessageBox::RejectRole);
  keep->setObjectName(QStringLiteral("keepJob"));
  question.setDefaultButton(keep);
  question.setEscapeButton(keep);
  if (prepare) prepare(question);
  question.exec();
  return question.clickedButton() == end;
}

bool CancelQuestion::mayForget(QWidget* window, const QString& title) {
  return ask(window, title, tr("It will be removed from the queue."), Verb::remove);
}

void CancelQuestion::cancel(QWidget* window, const JobListModel& jobs, EngineBridge& bridge,
                            engine_api::JobId id, Verb verb) {
  const JobRow* const job = jobs.job(id);
  if (job == nullptr) return;
  // The job continues meanwhile: the loss changes, and the question closes when the job ends.
  const auto follow = [&](QMessageBox& question) {
    QObject::connect(&jobs, &JobListModel::summaryChanged, &question, [&jobs, &bridge, &question, id, verb] {
      const JobRow* const now = jobs.job(id);
      if (!canEnd(now)) return question.reject();
      question.setInformativeText(lossOf(*now, bridge, verb));
    });
  };
  if (ask(window, job->title(), lossOf(*job, bridge, verb), verb, follow) && canEnd(jobs.job(id)))
    bridge.send(verb, id);
}

bool CancelQuestion::canEnd(const JobRow* job) {
  return job != nullptr && (job->isActive() || job->isWaiting() || job->state == JobState::paused);
}

QString CancelQuestion::lossOf(const JobRow& job, const EngineBridge& bridge, Verb verb) {
  if (verb == Verb::stop_and_save)
    return tr("A checkpoint and the result so far are saved. It can be resumed.");
  if (job.isActive())
    return bridge.understands(job.kind, Verb::pause)
               ? tr("Everything since its last checkpoint will be lost.")
               : tr("Unfinished work will be lost.");
  return job.state == JobState::paused ? tr("Its run and its checkpoints are kept.")
                                       : tr("It will be removed from the queue.");
}

}  // namespace fw::ui
