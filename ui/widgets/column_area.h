// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <QScrollBar>

#include "ui/widgets/accessible.h"

namespace fw::ui {

/// Scrolls a column vertically and is never narrower than the column. GUI thread only.
class ColumnArea : public QScrollArea {
 public:
  ColumnArea(QWidget* column, const QString& name) {
    named(this, name);
    setWidget(column);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  }

  QSize minimumSizeHint() const override {
    return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(),
            QScrollArea::minimumSizeHint().height()};
  }
};

}  // namespace fw::ui
