// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/compare_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/theme/style.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

constexpr double grip = 10;  // pixels around the divider that also grab it
constexpr double smallStep = 0.02;
constexpr double largeStep = 0.1;
constexpr int noteMargin = 8;
const QColor noteGround(0, 0, 0, 165);
const QColor surround(24, 24, 26);  // as in VideoView

}  // namespace

CompareView::CompareView(QWidget* parent) : VideoView(parent), m_plainHelp(accessibleDescription()) {
  setMouseTracking(true);
}

void CompareView::setNotes(const QString& own, const QString& other) {
  m_note = own;
  m_otherNote = other;
  named(this, other.isEmpty() ? tr("Picture: %1").arg(own) : tr("Pictures: %1, %2").arg(other, own),
        m_isWiping ? tr("Drag the divider, or move it with the arrow keys.") : m_plainHelp);
  update();
}

void CompareView::setWiping(bool on) {
  m_isWiping = on;
  m_isDragging = false;
  setFocusPolicy(on ? Qt::StrongFocus : Qt::ClickFocus);
  setCursor(Qt::ArrowCursor);
  update();
}

void CompareView::setOther(const QImage& other) {
  m_other = other;
  update();
}

void CompareView::setDivider(double part) {
  const double bounded = std::clamp(part, 0.0, 1.0);
  if (bounded == m_divider) return;
  m_divider = bounded;
  update();
  Q_EMIT dividerMoved(m_divider);
}

QRectF CompareView::visiblePart() const {
  return toView(QRectF(QPointF(), QSizeF(shownSize()))) & QRectF(rect());
}

double CompareView::dividerX() const {
  const QRectF part = visiblePart();
  return part.left() + m_divider * part.width();
}

void CompareView::paintEvent(QPaintEvent* event) {
  VideoView::paintEvent(event);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool wipes = m_isWiping && !m_other.isNull() && !image().isNull();
  if (wipes) drawOther(painter);
  drawNote(painter, m_note, wipes);
  if (wipes) drawNote(painter, m_otherNote, false);
  if (!hasFocus() || !m_isWiping) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
  painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

void CompareView::drawOther(QPainter& painter) const {
  const QRectF place = toView(QRectF(QPointF(), QSizeF(shownSize())));
  const double x = dividerX();
  painter.save();
  painter.setClipRect(QRectF(0, 0, x, height()));
  painter.setRenderHint(QPainter::SmoothPixmapTransform, place.width() < 2 * shownSize().width());
  // A clip with another aspect ratio keeps it.
  QRectF own(QPointF(), QSizeF(m_other.size()).scaled(place.size(), Qt::KeepAspectRatio));
  own.moveCenter(place.center());
  painter.fillRect(place, surround);
  painter.drawImage(own, m_other);
  painter.restore();
  const QRectF part = visiblePart();
  painter.setPen(QPen(QColor(0, 0, 0, 150), 4));
  painter.drawLine(QPointF(x, part.top()), QPointF(x, part.bottom()));
  painter.setPen(QPen(Qt::white, 2));
  painter.drawLine(QPointF(x, part.top()), QPointF(x, part.bottom()));
  painter.setBrush(Qt::white);
  painter.setPen(QPen(QColor(0, 0, 0, 150), 1));
  const QPointF middle(x, part.center().y());
  painter.drawEllipse(middle, 9, 9);
  painter.setPen(QPen(QColor(40, 40, 40), 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.setBrush(Qt::NoBrush);
  for (const double side : {-1.0, 1.0})
    painter.drawPolyline(QPolygonF{middle + QPointF(side * 2.5, -3), middle + QPointF(side * 5.5, 0),
                                   middle + QPointF(side * 2.5, 3)});
}

void CompareView::drawNote(QPainter& painter, const QString& text, bool isRight) const {
  if (text.isEmpty()) return;
  const QFontMetrics metrics = painter.fontMetrics();
  const int room = (m_isWiping ? width() / 2 : width()) - 2 * noteMargin - 12;
  const QString shown = metrics.elidedText(text, Qt::ElideRight, std::max(20, room));
  QRect box(0, 0, metrics.horizontalAdvance(shown) + 12, metrics.height() + 4);
  box.moveTop(noteMargin);
  isRight ? box.moveRight(width() - noteMargin) : box.moveLeft(noteMargin);
  painter.setPen(Qt::NoPen);
  painter.setBrush(noteGround);
  painter.drawRoundedRect(box, Style::radius, Style::radius);
  painter.setPen(Qt::white);
  painter.drawText(box, Qt::AlignCenter, shown);
}

void CompareView::mousePressEvent(QMouseEvent* event) {
  const double x = event->position().x();
  // A fully visible picture is not draggable, so any drag moves the divider.
  const bool takes =
      m_isWiping && event->button() == Qt::LeftButton && (zoom() <= 0 || std::abs(x - dividerX()) <= grip);
  if (!takes) return VideoView::mousePressEvent(event);
  setFocus();
  m_isDragging = true;
  mouseMoveEvent(event);
}

void CompareView::mouseMoveEvent(QMouseEvent* event) {
  const double x = event->position().x();
  if (m_isWiping && event->buttons() == Qt::NoButton)
    setCursor(std::abs(x - dividerX()) <= grip ? Qt::SplitHCursor : Qt::ArrowCursor);
  if (!m_isDragging) return VideoView::mouseMoveEvent(event);
  const QRectF part = visiblePart();
  if (part.width() > 0) setDivider((x - part.left()) / part.width());
}

void CompareView::mouseReleaseEvent(QMouseEvent* event) {
  m_isDragging = false;
  VideoView::mouseReleaseEvent(event);
}

void CompareView::keyPressEvent(QKeyEvent* event) {
  const bool moves = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
  if (!m_isWiping || !moves) return VideoView::keyPressEvent(event);
  const double step = event->modifiers() & Qt::ShiftModifier ? largeStep : smallStep;
  setDivider(m_divider + (event->key() == Qt::Key_Left ? -step : step));
}

}  // namespace fw::ui
