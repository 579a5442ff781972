// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

class QDialog;

namespace fw::ui {

/// Shows its content as without it, and scrolls it where the screen has no room for it. GUI thread only.
class Scrolled : public QScrollArea {
 public:
  Scrolled(QWidget* content, const QString& name);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
};

/// Lets all of a dialog but its buttons scroll if it might be higher or wider than the smallest screen, and
/// keeps it within the screen that it opens on.
void fitToScreen(QDialog& dialog);

}  // namespace fw::ui
