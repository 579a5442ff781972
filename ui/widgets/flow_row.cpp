// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/flow_row.h"

#include <QEvent>
#include <algorithm>

namespace fw::ui {

namespace {

constexpr int gap = 4;

}  // namespace

FlowRow::FlowRow(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void FlowRow::add(QWidget* item) {
  item->setParent(this);
  m_items << item;
  updateGeometry();
}

int FlowRow::widthOfAll() const {
  int width = -gap;
  for (const QWidget* const item : m_items)
    if (!item->isHidden()) width += item->sizeHint().width() + gap;
  return std::max(0, width);
}

/// @return  the height at the current width
int FlowRow::layOut(Do what) const {
  const bool isOneLine = widthOfAll() <= width();
  int x = 0, y = 0, height = 0;
  for (QWidget* const item : m_items) {
    if (item->isHidden()) continue;
    const QSize size =
        isOneLine ? item->sizeHint() : QSize(item->minimumSizeHint().width(), item->sizeHint().height());
    if (x > 0 && x + size.width() > width()) {
      y += height + gap;
      x = height = 0;
    }
    if (what == Do::move) item->setGeometry({QPoint(x, y), size});
    x += size.width() + gap;
    height = std::max(height, size.height());
  }
  return y + height;
}

void FlowRow::place() {
  if (layOut(Do::move) != height()) updateGeometry();
}

QSize FlowRow::sizeHint() const {
  return {widthOfAll(), layOut(Do::measure)};
}

QSize FlowRow::minimumSizeHint() const {
  int widest = 0;
  for (const QWidget* const item : m_items)
    if (!item->isHidden()) widest = std::max(widest, item->minimumSizeHint().width());
  return {widest, layOut(Do::measure)};
}

bool FlowRow::event(QEvent* event) {
  if (event->type() == QEvent::LayoutRequest) {
    place();
    updateGeometry();
  }
  return QWidget::event(event);
}

void FlowRow::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  place();
}

}  // namespace fw::ui
