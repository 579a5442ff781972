// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace fw::ui {

/// A plain-text label that also breaks words (a path, a title) longer than the line, so that no text can
/// widen the window. GUI thread only.
class WrapLabel : public QLabel {
  Q_OBJECT
 public:
  explicit WrapLabel(const QString& text = {}, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

void setBold(QLabel& label);

}  // namespace fw::ui
