// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include "engine_api/commands.h"

class QWidget;

namespace fw::ui {

class EngineBridge;
class JobListModel;

/// Pauses a job. If others wait, asks whether they may use the device meanwhile.
class PauseQuestion {
  Q_DECLARE_TR_FUNCTIONS(PauseQuestion)
 public:
  static void pause(QWidget* window, const JobListModel& jobs, EngineBridge& bridge, engine_api::JobId id);
};

}  // namespace fw::ui
