// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSocketNotifier;

namespace fw::ui {

/// INT, TERM and HUP as events of the window: the first one asks the program to end, the second one ends it
/// immediately. PIPE is ignored from then on. One object per process. GUI thread only.
class UnixSignals : public QObject {
  Q_OBJECT
 public:
  explicit UnixSignals(QObject* parent = nullptr);
  /// Restores the previous signal handlers.
  ~UnixSignals() override;

 Q_SIGNALS:
  void endRequested();

 private:
  QSocketNotifier* m_notifier = nullptr;
};

}  // namespace fw::ui
