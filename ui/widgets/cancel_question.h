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

/// The confirmation before any job ends, so that a single key press neither discards a job's work nor stops
/// an overnight run.
class CancelQuestion {
  Q_DECLARE_TR_FUNCTIONS(CancelQuestion)
 public:
  /// Asks, and ends the job on yes. The question closes when the job ends by itself.
  /// @param job  0: none.
  /// @param verb  abort, remove or stop_and_save
  static void cancel(QWidget* window, const JobListModel& jobs, EngineBridge& bridge, engine_api::JobId job,
                     engine_api::Verb verb = engine_api::Verb::abort);
  /// For a job left in the queue by an earlier session. @return whether it may be removed from the list
  static bool mayForget(QWidget* window, const QString& title);

 private:
  static bool ask(QWidget* window, const QString& title, const QString& loss, engine_api::Verb verb,
                  const std::function<void(QMessageBox&)>& prepare = {});
  static bool canEnd(const JobRow* job);
  static QString lossOf(const JobRow& job, const EngineBridge& bridge, engine_api::Verb verb);
};

}  // namespace fw::ui
