// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QPushButton>
#include <QTest>
#include <QTimer>

namespace fw::ui {

/// Presses a button of the next modal dialog; without a name, closes it.
inline void answer(const QString& buttonName, bool* asked) {
  QTimer::singleShot(0, qApp, [buttonName, asked] {
    QWidget* const dialog = QApplication::activeModalWidget();
    if (dialog == nullptr) return answer(buttonName, asked);
    *asked = true;
    if (buttonName.isEmpty()) return dialog->close(), void();
    dialog->findChild<QPushButton*>(buttonName)->click();
  });
}

/// Presses a key in the next modal dialog once it is active: earlier, the key would be lost and the dialog
/// stay open.
inline void answer(Qt::Key key) {
  QTimer::singleShot(20, qApp, [key] {
    QWidget* const dialog = QApplication::activeModalWidget();
    if (dialog == nullptr || !dialog->isActiveWindow()) return answer(key);
    QTest::keyClick(dialog->windowHandle(), key);
  });
}

}  // namespace fw::ui
