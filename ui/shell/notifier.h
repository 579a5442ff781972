// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "ui/state/worker.h"

namespace fw::ui {

struct JobRow;

/// Desktop notifications about ended jobs, for users looking at another window. GUI thread only; no call
/// blocks. Does nothing on desktops without notifications.
class Notifier {
 public:
  /// Ignores cancelled jobs, and jobs too short for the user to look away.
  void jobEnded(const JobRow& job);
  void show(const QString& title, const QString& text);

 private:
  Worker m_worker;  // connecting to the bus may take long
};

}  // namespace fw::ui
