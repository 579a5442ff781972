// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

class QDialog;

namespace fw::ui {

/// Shows its content unchanged, and scrolls it if the screen is too small. GUI thread only.
class Scrolled : public QScrollArea {
  Q_OBJECT

 public:
  Scrolled(QWidget* content, const QString& name);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
};

/// Lets everything in a dialog except its buttons scroll if it could exceed the smallest supported screen,
/// and keeps it on the screen where it opens.
void fitToScreen(QDialog& dialog);

}  // namespace fw::ui
