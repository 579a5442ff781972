// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "ui/state/worker.h"

namespace fw::ui {

/// Keeps the computer from falling asleep while it is wanted, by the means that the desktop has: systemd's
/// login manager, or a service of the session. Without any of them nothing happens. The desktop takes it back
/// by itself when the program dies. GUI thread only; talks to the buses on a worker.
class SleepInhibitor : public QObject {
  Q_OBJECT
 public:
  explicit SleepInhibitor(QObject* parent = nullptr);
  /// Releases.
  ~SleepInhibitor() override;

  /// Not more than one question to the desktop for each change.
  void setWanted(bool wanted);

 private:
  struct Hold;
  std::shared_ptr<Hold> m_hold;  // used by the worker only
  bool m_isWanted = false;
  Worker m_worker;  // last: ends before all else
};

}  // namespace fw::ui
