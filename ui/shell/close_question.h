// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

class QWidget;

namespace fw::ui {

class EngineBridge;
class JobListModel;

enum class CloseAnswer {
  stay = 1,
  saveFirst,  ///< the running job writes a checkpoint, then the window closes
  minimise,   ///< the jobs go on behind the minimised window
  endJobs,    ///< without saving
};

/// What is to become of the jobs when the window is closed.
class CloseQuestion {
  Q_DECLARE_TR_FUNCTIONS(CloseQuestion)
 public:
  /// Only while a job runs or waits. The question closes when the last job has ended: endJobs, which then
  /// ends none.
  static CloseAnswer ask(QWidget* window, const JobListModel& jobs, const EngineBridge& bridge);
  /// Whether the window closes although `edits` changes wait for the project's folder to be back.
  static bool closesWithout(QWidget* window, int edits);
};

}  // namespace fw::ui
