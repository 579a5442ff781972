// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "ui/state/worker.h"

namespace fw::ui {

struct JobRow;

/// Tells on the desktop how work has ended, for someone who is looking at another window.
/// GUI thread only; no call blocks. Without a desktop that shows notifications nothing happens.
class Notifier {
 public:
  /// A job that was cancelled, or that ended sooner than one would look away, is not told.
  void jobEnded(const JobRow& job);
  void show(const QString& title, const QString& text);

 private:
  Worker m_worker;  // reaching the bus may take long
};

}  // namespace fw::ui
