// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/close_question.h"

#include <QMessageBox>
#include <QPushButton>

#include "ui/state/engine_bridge.h"
#include "ui/state/job_list_model.h"

namespace fw::ui {

CloseAnswer CloseQuestion::ask(QWidget* window, const JobListModel& jobs, const EngineBridge& bridge) {
  const JobRow* const job = jobs.activeJob();
  const int waiting = jobs.waitingCount();
  QStringList state;
  for (const JobRow& active : jobs.activeJobs()) state << tr("“%1” is running.").arg(active.title());
  if (state.isEmpty()) state << tr("%n jobs are waiting.", nullptr, waiting);
  QMessageBox question(QMessageBox::Question, tr("Close Framewright?"), state.join(u'\n'),
                       QMessageBox::NoButton, window);
  question.setObjectName(QStringLiteral("closeQuestion"));
  // A stopping job cannot be asked to stop again, but can be waited for.
  const bool canSave = job != nullptr && job->state == engine_api::JobState::running &&
                       bridge.understands(job->kind, engine_api::Verb::pause);
  QStringList lines;
  if (canSave) lines << tr("Once saved, it can be resumed at the next start.");
  if (job != nullptr && waiting > 0)
    lines << tr("%n waiting jobs will be offered at the next start.", nullptr, waiting);
  if (job == nullptr) lines << tr("They will be offered at the next start.");
  question.setInformativeText(lines.join(QLatin1Char('\n')));
  const auto add = [&](const QString& text, QMessageBox::ButtonRole role, const char* name) {
    QPushButton* const button = question.addButton(text, role);
    button->setObjectName(QLatin1String(name));
    return button;
  };
  const QPushButton* const save =
      canSave ? add(tr("&Save and close"), QMessageBox::AcceptRole, "saveAndClose") : nullptr;
  const QPushButton* const minimise = add(tr("Keep running &minimised"), QMessageBox::ActionRole, "minimise");
  const QPushButton* const end = add(job != nullptr ? tr("&End without saving") : tr("C&lose"),
                                     QMessageBox::DestructiveRole, "endAndClose");
  QPushButton* const stay = add(tr("&Cancel"), QMessageBox::RejectRole, "stayOpen");
  question.setDefaultButton(stay);
  question.setEscapeButton(stay);
  bool areOver = false;
  QObject::connect(&jobs, &JobListModel::summaryChanged, &question, [&] {
    areOver = jobs.activeJob() == nullptr && jobs.waitingCount() == 0;
    if (areOver) question.reject();
  });
  question.exec();
  if (areOver) return CloseAnswer::endJobs;
  const QAbstractButton* const clicked = question.clickedButton();
  if (save != nullptr && clicked == save) return CloseAnswer::saveFirst;
  if (clicked == minimise) return CloseAnswer::minimise;
  return clicked == end ? CloseAnswer::endJobs : CloseAnswer::stay;
}

bool CloseQuestion::closesWithout(QWidget* window, int edits) {
  QMessageBox question(QMessageBox::Warning, tr("Close Framewright?"),
                       tr("%n changes are not saved: the project's folder is gone.", nullptr, edits),
                       QMessageBox::NoButton, window);
  question.setObjectName(QStringLiteral("editsQuestion"));
  question.setInformativeText(tr("To keep them, cancel and save a copy of the project."));
  QPushButton* const close = question.addButton(tr("C&lose without saving"), QMessageBox::DestructiveRole);
  close->setObjectName(QStringLiteral("closeWithout"));
  QPushButton* const stay = question.addButton(tr("&Cancel"), QMessageBox::RejectRole);
  stay->setObjectName(QStringLiteral("stayOpen"));
  question.setDefaultButton(stay);
  question.setEscapeButton(stay);
  question.exec();
  return question.clickedButton() == close;
}

}  // namespace fw::ui
