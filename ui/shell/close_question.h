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
  minimise,   ///< jobs continue in the minimised window
  endJobs,    ///< without saving
};

/// Asks what happens to the jobs when the window closes.
class CloseQuestion {
  Q_DECLARE_TR_FUNCTIONS(CloseQuestion)
 public:
  /// Call only while a job runs or waits. The question closes when the last job has ended; it then returns
  /// endJobs, with no job left to end.
  static CloseAnswer ask(QWidget* window, const JobListModel& jobs, const EngineBridge& bridge);
  /// Whether to close although `edits` changes wait for the project's folder to return.
  static bool closesWithout(QWidget* window, int edits);
};

}  // namespace fw::ui
