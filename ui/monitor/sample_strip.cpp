// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/monitor/sample_strip.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "ui/state/file_path.h"
#include "ui/state/thumbnail_cache.h"
#include "ui/theme/icons.h"
#include "ui/theme/palettes.h"
#include "ui/theme/style.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

constexpr QSize cellSize(96, 64);
constexpr int stemHeight = 6;  // of the line from a picture to its step
constexpr int gap = 4;

}  // namespace

SampleStrip::SampleStrip(StepView& view, ThumbnailCache& thumbnails, QWidget* parent)
    : QWidget(parent), m_view(view), m_thumbnails(thumbnails) {
  named(this, tr("Clips of this prompt by step"), tr("Arrow keys move between the clips, Return plays one."));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&m_view, &StepView::rangeChanged, this, &SampleStrip::arrange);
  connect(&m_thumbnails, &ThumbnailCache::ready, this, [this] { update(); });
}

QSize SampleStrip::sizeHint() const {
  return {400, stemHeight + cellSize.height() + fontMetrics().height() + 2};
}

void SampleStrip::setClips(std::vector<RunClip> clips) {
  if (clips == m_clips) return;
  m_clips = std::move(clips);
  arrange();
}

void SampleStrip::setAxis(int left, int right) {
  if (left == m_left && right == m_right) return;
  m_left = left;
  m_right = right;
  arrange();
}

void SampleStrip::setChosen(const QString& path) {
  m_chosen = path;
  update();
}

void SampleStrip::arrange() {
  m_cells.clear();
  const double pixels = (m_right - m_left) / std::max(m_view.to() - m_view.from(), 1e-9);
  int free = width();  // no cell may extend beyond it
  for (size_t i = m_clips.size(); i-- > 0;) {
    const double step = m_clips[i].step;
    if (step < m_view.from() || step > m_view.to()) continue;
    const double x = m_left + (step - m_view.from()) * pixels;
    const int left =
        std::clamp(static_cast<int>(x) - cellSize.width() / 2, 0, std::max(0, width() - cellSize.width()));
    if (left + cellSize.width() > free) continue;
    m_cells.push_back({i, {QPoint(left, stemHeight), cellSize}, x});
    free = left - gap;
  }
  std::ranges::reverse(m_cells);
  update();
}

const SampleStrip::Cell* SampleStrip::cellAt(const QPoint& point) const {
  const auto found = std::ranges::find_if(m_cells, [&](const Cell& cell) {
    return cell.place.adjusted(0, 0, 0, fontMetrics().height()).contains(point);
  });
  return found == m_cells.end() ? nullptr : &*found;
}

void SampleStrip::setCurrent(size_t clip) {
  m_current = m_clips[clip].path;
  setAccessibleDescription(
      tr("Step %1: %2").arg(QLocale().toString(m_clips[clip].step, 'f', 0), m_clips[clip].prompt));
  update();
}

void SampleStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  for (const Cell& cell : m_cells) paintCell(painter, cell);
}

void SampleStrip::paintCell(QPainter& painter, const Cell& cell) {
  const RunClip& clip = m_clips[cell.clip];
  const QColor ground = palette().color(QPalette::Window);
  painter.setPen(QPen(blended(ground, tintColor(Tint::accent, palette()), 0.6), 1));
  painter.drawLine(QPointF(cell.stepX, 0), QPointF(cell.stepX, stemHeight));
  painter.setPen(Qt::NoPen);
  painter.setBrush(blended(ground, palette().color(QPalette::WindowText), 0.07));
  painter.drawRoundedRect(cell.place, Style::radius, Style::radius);
  const ThumbnailCache::Thumbnail found = clip.content.isEmpty()
                                              ? ThumbnailCache::Thumbnail{ThumbnailCache::State::unavailable}
                                              : m_thumbnails.find(clip.content, toPath(clip.path));
  if (found.state == ThumbnailCache::State::ready) {
    const QRect room = cell.place.adjusted(3, 3, -3, -3);
    QRect place(QPoint(), found.picture.size().scaled(room.size(), Qt::KeepAspectRatio));
    place.moveCenter(room.center());
    painter.drawPixmap(place, found.picture);
  } else if (found.state == ThumbnailCache::State::unavailable) {
    QRect mark(0, 0, 20, 20);
    mark.moveCenter(cell.place.center());
    icon("warning", Tint::warning).paint(&painter, mark);
  }
  const bool isChosen = clip.path == m_chosen;
  const bool isMarked = (hasFocus() && clip.path == m_current) ||
                        (underMouse() && cellAt(mapFromGlobal(QCursor::pos())) == &cell);
  if (isChosen || isMarked) {
    const QColor mark = palette().color(QPalette::Highlight);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(isChosen ? mark : blended(ground, mark, 0.6), isChosen ? 2.5 : 1.5));
    painter.drawRoundedRect(QRectF(cell.place).adjusted(1, 1, -1, -1), Style::radius, Style::radius);
  }
  QFont small = font();
  small.setPointSizeF(small.pointSizeF() * 0.88);
  painter.setFont(small);
  painter.setPen(palette().color(QPalette::PlaceholderText));
  const QRect below(cell.place.left(), cell.place.bottom() + 2, cell.place.width(), fontMetrics().height());
  painter.drawText(below, Qt::AlignHCenter | Qt::AlignTop, QLocale().toString(clip.step, 'f', 0));
}

bool SampleStrip::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* const help = static_cast<QHelpEvent*>(event);
  const Cell* const cell = cellAt(help->pos());
  if (cell == nullptr) {
    QToolTip::hideText();
    return true;
  }
  const RunClip& clip = m_clips[cell->clip];
  const QString text = tr("Step %1: %2").arg(QLocale().toString(clip.step, 'f', 0), clip.prompt);
  QToolTip::showText(help->globalPos(), text.toHtmlEscaped(), this, cell->place);
  return true;
}

void SampleStrip::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

void SampleStrip::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) updateGeometry();
}

void SampleStrip::mousePressEvent(QMouseEvent* event) {
  const Cell* const cell = cellAt(event->pos());
  if (cell == nullptr || event->button() != Qt::LeftButton) return event->ignore();
  const RunClip clip = m_clips[cell->clip];
  setCurrent(cell->clip);
  Q_EMIT clipChosen(clip);
}

void SampleStrip::contextMenuEvent(QContextMenuEvent* event) {
  const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
  const auto current = std::ranges::find_if(
      m_cells, [this](const Cell& cell) { return m_clips[cell.clip].path == m_current; });
  const Cell* const cell = !byKey ? cellAt(event->pos()) : current == m_cells.end() ? nullptr : &*current;
  if (cell == nullptr) return event->ignore();
  const RunClip clip = m_clips[cell->clip];
  const QPoint place = byKey ? mapToGlobal(cell->place.center()) : event->globalPos();
  setCurrent(cell->clip);
  Q_EMIT menuRequested(clip, place);
}

void SampleStrip::mouseMoveEvent(QMouseEvent* event) {
  setCursor(cellAt(event->pos()) != nullptr ? Qt::PointingHandCursor : Qt::ArrowCursor);
  update();
}

void SampleStrip::leaveEvent(QEvent*) {
  update();
}

void SampleStrip::keyPressEvent(QKeyEvent* event) {
  if (m_cells.empty()) return event->ignore();
  const auto at = std::ranges::find_if(
      m_cells, [this](const Cell& cell) { return m_clips[cell.clip].path == m_current; });
  const auto last = static_cast<std::ptrdiff_t>(m_cells.size()) - 1;
  const std::ptrdiff_t place = at == m_cells.end() ? -1 : at - m_cells.begin();
  const auto go = [&](std::ptrdiff_t to) {
    setCurrent(m_cells[static_cast<size_t>(std::clamp<std::ptrdiff_t>(to, 0, last))].clip);
  };
  switch (event->key()) {
    case Qt::Key_Left:
      return go(place < 0 ? last : place - 1);
    case Qt::Key_Right:
      return go(place < 0 ? last : place + 1);
    case Qt::Key_Home:
      return go(0);
    case Qt::Key_End:
      return go(last);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: {
      if (place < 0) go(last);
      const RunClip clip = m_clips[m_cells[static_cast<size_t>(place < 0 ? last : place)].clip];
      Q_EMIT clipChosen(clip);
      return;
    }
    default:
      event->ignore();
  }
}

}  // namespace fw::ui
