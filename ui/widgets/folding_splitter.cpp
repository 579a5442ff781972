// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/folding_splitter.h"

#include <QApplication>
#include <QLayout>
#include <QResizeEvent>
#include <QScrollArea>
#include <algorithm>

namespace fw::ui {

namespace {

/// Keeps the focused text field visible when its part moves below the others.
void revealFocus() {
  QWidget* const focus = QApplication::focusWidget();
  for (QWidget* around = focus; around != nullptr; around = around->parentWidget())
    if (auto* const area = qobject_cast<QScrollArea*>(around)) area->ensureWidgetVisible(focus);
}

}  // namespace

FoldingSplitter::FoldingSplitter(int linesBeside, int linesBelow, QWidget* parent)
    : QSplitter(parent), m_linesBeside(linesBeside), m_linesBelow(linesBelow) {
  setChildrenCollapsible(false);
  setMinimumHeight(leastHeight());
}

void FoldingSplitter::setWidths(const QList<int>& widths) {
  m_widths = widths;
  setSizes(widths);
}

/// As QSplitter computes it.
int FoldingSplitter::leastWidth(int part) const {
  const int own = widget(part)->minimumWidth();
  return own > 0 ? own : widget(part)->minimumSizeHint().width();
}

int FoldingSplitter::leastHeight() const {
  return fontMetrics().height() * (isBelow() ? m_linesBelow : m_linesBeside);
}

QSize FoldingSplitter::minimumSizeHint() const {
  int width = 0;
  for (int part = 0; part < count(); ++part) width = std::max(width, leastWidth(part));
  return {width, QSplitter::minimumSizeHint().height()};
}

bool FoldingSplitter::event(QEvent* event) {
  if (event->type() == QEvent::LayoutRequest) holdParts();
  return QSplitter::event(event);
}

void FoldingSplitter::resizeEvent(QResizeEvent* event) {
  if (event->oldSize().width() != event->size().width()) holdParts();
  QSplitter::resizeEvent(event);
  // Queued: it lays out the whole page, whose layout may be in progress.
  if (isNarrow() != isBelow() || minimumHeight() != leastHeight())
    QMetaObject::invokeMethod(this, &FoldingSplitter::fold, Qt::QueuedConnection);
}

/// Sets minimum heights from the texts at this width, which QSplitter ignores.
void FoldingSplitter::holdParts() {
  for (int part = 0; part < count(); ++part) {
    const QLayout* const layout = widget(part)->layout();
    const bool wraps = isBelow() && layout != nullptr && layout->hasHeightForWidth();
    widget(part)->setMinimumHeight(wraps ? layout->minimumHeightForWidth(width()) : 0);
  }
}

bool FoldingSplitter::isNarrow() const {
  int needed = (count() - 1) * handleWidth();
  for (int part = 0; part < count(); ++part) needed += leastWidth(part);
  return width() < needed;
}

void FoldingSplitter::fold() {
  const bool turns = isNarrow() != isBelow();
  const QWidget* const focus = QApplication::focusWidget();
  const bool isSeen = focus != nullptr && isAncestorOf(focus) && !focus->visibleRegion().isEmpty();
  if (turns) turn();
  holdParts();
  setMinimumHeight(leastHeight());
  if (turns && isSeen) QMetaObject::invokeMethod(this, revealFocus, Qt::QueuedConnection);
}

void FoldingSplitter::turn() {
  const QByteArray before = saveState();
  if (!m_other.isEmpty()) {
    restoreState(m_other);
  } else if (isBelow()) {
    setOrientation(Qt::Horizontal);
    setSizes(m_widths);
  } else {
    setOrientation(Qt::Vertical);
    QList<int> heights;
    for (int part = 0; part < count(); ++part) heights << widget(part)->sizeHint().height();
    setSizes(heights);
  }
  m_other = before;
}

}  // namespace fw::ui
