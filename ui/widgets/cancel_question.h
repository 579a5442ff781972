// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <functional>

#include "engine_api/commands.h"

class QMessageBox;
class QWidget;

namespace fw::ui {

class EngineBridge;
class JobListModel;
struct JobRow;

/// Every way to end a job leads here: what a job has done is not thrown away by one key, and a run that
/// should train all night is not stopped by one.
class CancelQuestion {
  Q_DECLARE_TR_FUNCTIONS(CancelQuestion)
 public:
  /// Asks, and ends the job if the answer is yes. The question closes when the job has ended by itself.
  /// @param job  0: none.
  /// @param verb  abort, remove or stop_and_save
  static void cancel(QWidget* window, const JobListModel& jobs, EngineBridge& bridge, engine_api::JobId job,
                     engine_api::Verb verb = engine_api::Verb::abort);
  /// Of a job that an earlier life of the program left in its queue. @return whether it may be forgotten
  static bool mayForget(QWidget* window, const QString& title);

 private:
  static bool ask(QWidget* window, const QString& title, const QString& loss, engine_api::Verb verb,
                  const std::function<void(QMessageBox&)>& prepare = {});
  static bool canEnd(const JobRow* job);
  static QString lossOf(const JobRow& job, const EngineBridge& bridge, engine_api::Verb verb);
};

}  // namespace fw::ui
