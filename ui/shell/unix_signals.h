// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSocketNotifier;

namespace fw::ui {

/// INT, TERM and HUP as events of the window: the first one says that the program should end, the second one
/// ends it at once. PIPE is ignored from here on. One object a process. GUI thread only.
class UnixSignals : public QObject {
  Q_OBJECT
 public:
  explicit UnixSignals(QObject* parent = nullptr);
  /// The signals do what they did before a program asks for them.
  ~UnixSignals() override;

 Q_SIGNALS:
  void endWanted();

 private:
  QSocketNotifier* m_notifier = nullptr;
};

}  // namespace fw::ui
