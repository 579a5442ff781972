// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QApplication>
#include <QMessageBox>
#include <QTest>
#include <QTimer>
#include <functional>
#include <set>

namespace fw::ui {

inline bool opensDialog(const QAction& command) {
  // A list over the page; and a dialog that uses the network, opened by test_runtime_dialog.
  static const QStringList others{QStringLiteral("app.palette"), QStringLiteral("engine.install")};
  static const QStringList questions{QStringLiteral("jobs.cancelRunning"), QStringLiteral("help.about")};
  return questions.contains(command.objectName()) ||
         (command.text().contains(QChar(0x2026)) && !others.contains(command.objectName()));
}

/// Shows `look` the dialog of each available command that is not yet in `opened`, then closes it as an
/// inattentive user would: a question with Return, everything else with Escape.
/// @return the commands that opened none
inline QStringList walkDialogs(const QList<QAction*>& commands, std::set<QString>& opened,
                               const std::function<void(const QAction& command, QWidget& dialog)>& look) {
  QStringList without;
  for (QAction* const command : commands) {
    if (!command->isEnabled() || !opensDialog(*command) || opened.contains(command->objectName())) continue;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &poll, [&] {
      QWidget* const dialog = QApplication::activeModalWidget();
      if (dialog == nullptr || !dialog->isVisible()) return;
      poll.stop();
      opened.insert(command->objectName());
      look(*command, *dialog);
      poll.start();
      const bool isQuestion = qobject_cast<QMessageBox*>(dialog) != nullptr;
      QTest::keyClick(dialog->windowHandle(), isQuestion ? Qt::Key_Return : Qt::Key_Escape);
      if (dialog->isVisible()) dialog->close();
    });
    poll.start(10);
    command->trigger();
    // A dialog that reads something first opens a little later.
    if (!QTest::qWaitFor([&] {
          return opened.contains(command->objectName()) && QApplication::activeModalWidget() == nullptr;
        }))
      without << command->objectName();
  }
  return without;
}

}  // namespace fw::ui
