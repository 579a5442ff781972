// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "ui/state/worker.h"

namespace fw::ui {

/// Keeps the computer awake on request, through systemd's login manager or a session service. Does nothing
/// without either. The desktop releases it when the program dies. GUI thread only; talks to the buses on a
/// worker.
class SleepInhibitor : public QObject {
  Q_OBJECT
 public:
  explicit SleepInhibitor(QObject* parent = nullptr);
  /// Releases.
  ~SleepInhibitor() override;

  /// Sends at most one request to the desktop per change.
  void setRequested(bool wanted);

 private:
  struct Hold;
  std::shared_ptr<Hold> m_hold;  // used by the worker only
  bool m_isWanted = false;
  Worker m_worker;  // last: destroyed first
};

}  // namespace fw::ui
