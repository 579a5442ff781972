// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QPushButton>
#include <QTimer>

namespace fw::ui {

/// Presses a button of the modal dialog that opens next; without a name, closes it.
inline void answer(const QString& buttonName, bool* asked) {
  QTimer::singleShot(0, qApp, [buttonName, asked] {
    QWidget* const dialog = QApplication::activeModalWidget();
    if (dialog == nullptr) return answer(buttonName, asked);
    *asked = true;
    if (buttonName.isEmpty()) return dialog->close(), void();
    dialog->findChild<QPushButton*>(buttonName)->click();
  });
}

}  // namespace fw::ui
