// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/clip_grid.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include "ui/state/clip_roles.h"
#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/flat_table.h"

namespace fw::ui {

namespace {

constexpr int cellMargin = 3;
constexpr int cellPadding = 6;
constexpr int pictureWidth = 168;
constexpr int pictureHeight = 105;
constexpr int markSize = 16;

void drawPicture(QPainter* painter, const QRect& room, const QModelIndex& index, const QPalette& palette) {
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setRenderHint(QPainter::SmoothPixmapTransform);
  painter->setPen(Qt::NoPen);
  painter->setBrush(blended(palette.color(QPalette::Base), palette.color(QPalette::WindowText), 0.08));
  painter->drawRoundedRect(room, Style::radius, Style::radius);
  const auto picture = index.data(ClipThumbnailRole).value<QPixmap>();
  if (!picture.isNull()) {
    const QSize size = picture.size().scaled(room.size(), Qt::KeepAspectRatio);
    QRect place(QPoint(), size);
    place.moveCenter(room.center());
    painter->drawPixmap(place, picture);
  } else if (index.data(ClipUnavailableRole).toBool()) {
    QRect mark(0, 0, 28, 28);
    mark.moveCenter(room.center());
    icon("warning", Tint::warning).paint(painter, mark);
  }
  if (const QVariant scrubbed = index.data(ClipScrubRole); scrubbed.isValid()) {
    const QRectF track(room.left() + 4, room.bottom() - 7, room.width() - 8, 4);
    painter->setBrush(QColor(0, 0, 0, 150));
    painter->drawRoundedRect(track.adjusted(-1, -1, 1, 1), 3, 3);
    painter->setBrush(palette.color(QPalette::Highlight));
    painter->drawRoundedRect(
        QRectF(track.topLeft(), QSizeF(std::max(4.0, track.width() * scrubbed.toDouble()), 4)), 2, 2);
  }
  const auto drawMark = [&](int left, const char* name) {
    const QRect mark(left, room.top() + 5, markSize, markSize);
    painter->setPen(Qt::NoPen);
    painter->setBrush(palette.color(QPalette::Window));
    painter->drawEllipse(mark.adjusted(-3, -3, 3, 3));
    icon(name, Tint::warning).paint(painter, mark);
  };
  if (const QVariant captioned = index.data(ClipCaptionedRole); captioned.isValid() && !captioned.toBool())
    drawMark(room.right() - markSize - 4, "no-caption");
  if (!picture.isNull() && index.data(ClipIssueRole).toBool()) drawMark(room.left() + 5, "warning");
  painter->restore();
}

}  // namespace

void ClipDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
  const QPalette& palette = option.palette;
  const QRect cell = option.rect.adjusted(cellMargin, cellMargin, -cellMargin, -cellMargin);
  const bool isSelected = option.state & QStyle::State_Selected;
  if (isSelected || (option.state & QStyle::State_MouseOver)) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QColor fill =
        blended(palette.color(QPalette::Base), palette.color(QPalette::Highlight), isSelected ? 0.30 : 0.10);
    painter->setBrush(fill);
    painter->setPen(isSelected ? QPen(palette.color(QPalette::Highlight), 1.5) : QPen(Qt::NoPen));
    painter->drawRoundedRect(cell, Style::radius, Style::radius);
    painter->restore();
  }
  const QRect picture = pictureRoom(option.rect);
  drawPicture(painter, picture, index, palette);
  const int line = option.fontMetrics.height();
  const QRect first(cell.left() + cellPadding, picture.bottom() + 5, cell.width() - 2 * cellPadding, line);
  const auto draw = [&](const QRect& room, const QString& text, QPalette::ColorRole role,
                        Qt::TextElideMode mode) {
    painter->setPen(palette.color(role));
    painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                      option.fontMetrics.elidedText(text, mode, room.width()));
  };
  // Clips of one source differ at the end of their names.
  draw(first, index.data().toString(), QPalette::Text, Qt::ElideMiddle);
  // Dim text would have too little contrast on the selection.
  draw(first.translated(0, line), index.data(ClipFactsRole).toString(),
       isSelected ? QPalette::Text : QPalette::PlaceholderText, Qt::ElideRight);
  if (option.state & QStyle::State_HasFocus) {
    QStyleOptionFocusRect focus;
    focus.QStyleOption::operator=(option);
    focus.rect = cell;
    option.widget->style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter, option.widget);
  }
}

QRect ClipDelegate::pictureRoom(const QRect& item) {
  const int inset = cellMargin + cellPadding;
  QRect room = item.adjusted(inset, inset, -inset, 0);
  room.setHeight(pictureHeight);
  return room;
}

QSize ClipDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
  // Enough for the facts of most clips.
  const int facts = option.fontMetrics.horizontalAdvance(QStringLiteral("1920×1080, 12.3 s, 23.98 fps"));
  return {std::max(m_width, std::max(pictureWidth, facts) + 2 * (cellPadding + cellMargin)),
          pictureHeight + 2 * option.fontMetrics.height() + 2 * cellPadding + 12};
}

bool ClipDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                             const QModelIndex& index) {
  if (!pictureRoom(option.rect).contains(event->pos()))
    return QStyledItemDelegate::helpEvent(event, view, option, index);
  QToolTip::hideText();
  return true;
}

ClipGrid::ClipGrid(QWidget* parent) : QListView(parent), m_delegate(new ClipDelegate(this)) {
  named(this, tr("Clips as pictures"), tr("Use the arrow keys to move between clips."));
  // Not IconMode, which stores a position for every item and is slow with many.
  setViewMode(QListView::ListMode);
  setFlow(QListView::LeftToRight);
  setWrapping(true);
  setResizeMode(QListView::Adjust);
  setUniformItemSizes(true);
  setItemDelegate(m_delegate);
  setSelectionMode(QAbstractItemView::ExtendedSelection);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
  setMouseTracking(true);
  setFrameShape(QFrame::NoFrame);
  setTabKeyNavigation(false);
  verticalScrollBar()->setSingleStep(fontMetrics().height() * 2);
}

void ClipGrid::setEmptyText(const QString& text) {
  m_emptyText = text;
  viewport()->update();
}

void ClipGrid::keyPressEvent(QKeyEvent* event) {
  QListView::keyPressEvent(event);
  chooseReached(*this, *event);
}

void ClipGrid::paintEvent(QPaintEvent* event) {
  QListView::paintEvent(event);
  if (model() != nullptr && model()->rowCount() == 0) drawEmptyText(*this, m_emptyText);
}

void ClipGrid::resizeEvent(QResizeEvent* event) {
  fitCells();
  QListView::resizeEvent(event);
}

void ClipGrid::changeEvent(QEvent* event) {
  QListView::changeEvent(event);
  if (event->type() == QEvent::FontChange) fitCells();
}

/// Spreads the cells over the width, without a gap at the right.
void ClipGrid::fitCells() {
  QStyleOptionViewItem option;
  option.initFrom(this);
  m_delegate->setWidth(0);
  const QSize least = m_delegate->sizeHint(option, {});
  const int room = viewport()->width() - 1;
  const int columns = std::max(1, room / least.width());
  const QSize cell(std::max(least.width(), room / columns), least.height());
  m_delegate->setWidth(cell.width());
  if (cell != gridSize()) setGridSize(cell);
}

}  // namespace fw::ui
