// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/player/video_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/player/crop_box.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

constexpr double wheelFactor = 1.25;
constexpr double leastZoom = 0.05;
constexpr double mostZoom = 16;
constexpr double handleReach = 8;
constexpr double handleSize = 8;
const QColor shade(0, 0, 0, 150);

}  // namespace

VideoView::VideoView(QWidget* parent) : QWidget(parent) {
  named(this, tr("Picture"), tr("Use the wheel to zoom, drag to pan, and double-click to fit."));
  setFocusPolicy(Qt::ClickFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void VideoView::setImage(const QImage& image, const QSize& shownSize) {
  m_image = image;
  m_shownSize = shownSize;
  m_text.clear();
  update();
}

void VideoView::setText(const QString& text) {
  m_image = {};
  m_text = text;
  update();
}

void VideoView::setZoom(double zoom) {
  m_zoom = zoom <= 0 ? 0 : std::clamp(zoom, leastZoom, mostZoom);
  if (m_zoom <= 0) m_pan = {};
  update();
  Q_EMIT zoomChanged();
}

void VideoView::zoomBy(double factor, const QPointF& around) {
  if (m_image.isNull()) return;
  const QPointF fixed = toPicture(around);
  m_zoom = std::clamp(scale() * factor, leastZoom, mostZoom);
  m_pan += around - toView(QRectF(fixed, QSizeF())).topLeft();
  update();
  Q_EMIT zoomChanged();
}

void VideoView::showLike(const VideoView& other) {
  const double factor = m_shownSize.isEmpty() || other.m_shownSize.isEmpty()
                            ? 1
                            : static_cast<double>(other.m_shownSize.width()) / m_shownSize.width();
  m_zoom = other.m_zoom * factor;
  m_pan = other.m_pan;
  update();
}

void VideoView::setCrop(const std::optional<QRect>& crop) {
  m_crop = crop;
  update();
}

void VideoView::setUsedPart(const std::optional<QRect>& part) {
  m_usedPart = part;
  update();
}

void VideoView::setCropping(bool on) {
  m_isCropping = on;
  m_drawn.reset();
  m_pressed.reset();
  setMouseTracking(on);
  setCursor(on ? Qt::CrossCursor : Qt::ArrowCursor);
  setFocusPolicy(on ? Qt::StrongFocus : Qt::ClickFocus);  // keys crop, too
  if (on) setFocus();
  update();
}

double VideoView::scale() const {
  if (m_zoom > 0) return m_zoom;
  if (m_shownSize.isEmpty()) return 1;
  return std::min(static_cast<double>(width()) / m_shownSize.width(),
                  static_cast<double>(height()) / m_shownSize.height());
}

QPointF VideoView::origin() const {
  const QSizeF size = QSizeF(m_shownSize) * scale();
  return QPointF((width() - size.width()) / 2, (height() - size.height()) / 2) + m_pan;
}

QPointF VideoView::toPicture(const QPointF& point) const {
  return (point - origin()) / scale();
}

QRectF VideoView::toView(const QRectF& rect) const {
  return {origin() + rect.topLeft() * scale(), rect.size() * scale()};
}

void VideoView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  // A dark surround in both themes, since the surround affects how bright a picture looks.
  painter.fillRect(rect(), QColor(24, 24, 26));
  if (m_image.isNull()) {
    painter.setPen(QColor(190, 190, 190));
    painter.drawText(rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap, m_text);
    return;
  }
  const QRectF place = toView(QRectF(QPointF(), QSizeF(m_shownSize)));
  painter.setRenderHint(QPainter::SmoothPixmapTransform, scale() < 2);
  painter.drawImage(place, m_image);
  painter.setRenderHint(QPainter::Antialiasing);
  if (m_usedPart) {
    QPainterPath outside;
    outside.addRect(place);
    QPainterPath inside;
    inside.addRect(toView(QRectF(*m_usedPart)));
    painter.fillPath(outside.subtracted(inside), shade);
  }
  paintCrop(painter);
}

void VideoView::paintCrop(QPainter& painter) const {
  const std::optional<QRect>& crop = m_drawn ? m_drawn : m_crop;
  if (!crop) return;
  const QRectF frame = toView(QRectF(*crop));
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(QColor(0, 0, 0, 180), 3));
  painter.drawRect(frame);
  painter.setPen(QPen(palette().color(QPalette::Highlight), 1.5, m_drawn ? Qt::DashLine : Qt::SolidLine));
  painter.drawRect(frame);
  if (!m_isCropping) return;
  painter.setPen(QPen(QColor(255, 255, 255, 90), 1));
  for (const double third : {1.0 / 3, 2.0 / 3}) {
    const double x = frame.left() + third * frame.width();
    const double y = frame.top() + third * frame.height();
    painter.drawLine(QPointF(x, frame.top()), QPointF(x, frame.bottom()));
    painter.drawLine(QPointF(frame.left(), y), QPointF(frame.right(), y));
  }
  painter.setPen(QPen(QColor(0, 0, 0, 200), 1));
  painter.setBrush(palette().color(QPalette::Highlight));
  for (const double x : {frame.left(), frame.center().x(), frame.right()}) {
    for (const double y : {frame.top(), frame.center().y(), frame.bottom()}) {
      if (QPointF(x, y) == frame.center()) continue;
      painter.drawRect(QRectF(x - handleSize / 2, y - handleSize / 2, handleSize, handleSize));
    }
  }
}

void VideoView::wheelEvent(QWheelEvent* event) {
  if (event->angleDelta().y() == 0) return event->ignore();
  zoomBy(std::pow(wheelFactor, event->angleDelta().y() / 120.0), event->position());
}

void VideoView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || m_image.isNull()) return QWidget::mousePressEvent(event);
  setFocus();
  m_pressed = m_isCropping ? toPicture(event->position()) : event->position();
  m_grip = m_isCropping && m_crop ? gripAt(toView(QRectF(*m_crop)), event->position(), handleReach) : NoGrip;
  m_grasped = m_crop.value_or(QRect());
}

void VideoView::mouseMoveEvent(QMouseEvent* event) {
  if (!m_pressed) return m_isCropping ? showCursor(event->position()) : QWidget::mouseMoveEvent(event);
  if (m_isCropping)
    return m_grip != NoGrip ? dragTo(toPicture(event->position())) : drawTo(toPicture(event->position()));
  if (m_zoom <= 0) return;
  m_pan += event->position() - *m_pressed;
  m_pressed = event->position();
  update();
  Q_EMIT zoomChanged();
}

void VideoView::mouseReleaseEvent(QMouseEvent*) {
  m_pressed.reset();
  if (m_isCropping) takeDrawn();
}

void VideoView::takeDrawn() {
  if (!m_drawn) return;
  const QRect drawn = *m_drawn;
  m_drawn.reset();
  update();
  if (drawn.width() < smallestCrop || drawn.height() < smallestCrop || drawn == m_crop) return;
  m_crop = drawn;
  Q_EMIT cropDrawn(drawn);
}

void VideoView::showCursor(const QPointF& place) {
  const unsigned grip = m_crop ? gripAt(toView(QRectF(*m_crop)), place, handleReach) : NoGrip;
  switch (grip) {
    case NoGrip:
      return setCursor(Qt::CrossCursor);
    case Inside:
      return setCursor(Qt::SizeAllCursor);
    case LeftEdge:
    case RightEdge:
      return setCursor(Qt::SizeHorCursor);
    case TopEdge:
    case BottomEdge:
      return setCursor(Qt::SizeVerCursor);
    default:
      return setCursor(grip == (LeftEdge | TopEdge) || grip == (RightEdge | BottomEdge)
                           ? Qt::SizeFDiagCursor
                           : Qt::SizeBDiagCursor);
  }
}

void VideoView::mouseDoubleClickEvent(QMouseEvent*) {
  setZoom(0);
}

void VideoView::dragTo(const QPointF& place) {
  const QPoint by = (place - *m_pressed).toPoint();
  m_drawn = draggedCrop(m_grasped, m_grip, by, m_shownSize, m_cropAspect);
  update();
}

void VideoView::drawTo(const QPointF& corner) {
  const QRectF picture{QPointF(), QSizeF(m_shownSize)};
  QRectF drawn = QRectF(*m_pressed, corner).normalized() & picture;
  if (m_cropAspect > 0) {
    const double width = std::min(drawn.width(), drawn.height() * m_cropAspect);
    const QSizeF size(width, width / m_cropAspect);
    const QPointF anchor = *m_pressed;
    drawn = QRectF(corner.x() < anchor.x() ? anchor.x() - size.width() : anchor.x(),
                   corner.y() < anchor.y() ? anchor.y() - size.height() : anchor.y(), size.width(),
                   size.height());
  }
  m_drawn = drawn.toRect() & QRect(QPoint(), m_shownSize);
  update();
}

void VideoView::moveCrop(const QPoint& by, bool resize) {
  const QRect rect = m_drawn ? *m_drawn : m_crop.value_or(QRect(QPoint(), m_shownSize));
  const unsigned edges = (by.x() != 0 ? RightEdge : NoGrip) | (by.y() != 0 ? BottomEdge : NoGrip);
  m_drawn = draggedCrop(rect, resize ? edges : unsigned{Inside}, by, m_shownSize, m_cropAspect);
  update();
}

void VideoView::keyPressEvent(QKeyEvent* event) {
  if (!m_isCropping || m_shownSize.isEmpty()) return QWidget::keyPressEvent(event);
  const int step = event->modifiers() & Qt::ShiftModifier ? 1 : 8;
  const bool resize = event->modifiers() & Qt::ControlModifier;
  switch (event->key()) {
    case Qt::Key_Left:
      return moveCrop({-step, 0}, resize);
    case Qt::Key_Right:
      return moveCrop({step, 0}, resize);
    case Qt::Key_Up:
      return moveCrop({0, -step}, resize);
    case Qt::Key_Down:
      return moveCrop({0, step}, resize);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      takeDrawn();
      return Q_EMIT croppingDone();
    case Qt::Key_Escape:
      m_drawn.reset();
      m_pressed.reset();
      update();
      return Q_EMIT croppingDone();
    default:
      return QWidget::keyPressEvent(event);
  }
}

}  // namespace fw::ui
