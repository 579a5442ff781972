// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/clip_matrix_view.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QTextLayout>
#include <algorithm>

#include "ui/gallery/clip_matrix.h"
#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

constexpr int narrowest = 90;
constexpr int widest = 240;
constexpr double heightToWidth = 0.66;
constexpr int headingLines = 2;
constexpr int headingMargin = 6;

/// Prompts are longer than a column: the header wraps them into several lines and elides the last one.
class PromptHeader : public QHeaderView {
 public:
  PromptHeader() : QHeaderView(Qt::Horizontal) {}

 protected:
  void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override {
    QHeaderView::initStyleOptionForIndex(option, section);
    QTextLayout layout(option->text, font());
    const int room = sectionSize(section) - 2 * headingMargin;
    QStringList lines;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
      line.setLineWidth(room);
      const bool isLast = lines.size() + 1 == headingLines;
      const QString rest = option->text.mid(line.textStart(), isLast ? -1 : line.textLength());
      lines << option->fontMetrics.elidedText(rest.trimmed(), Qt::ElideRight, room);
      if (isLast) break;
    }
    layout.endLayout();
    option->text = lines.join(QLatin1Char('\n'));
  }
};

void drawStandardMark(QPainter* painter, const QRect& picture, const QPalette& palette) {
  QFont strong = painter->font();
  strong.setBold(true);
  painter->setFont(strong);
  const int side = painter->fontMetrics().height() + 4;
  const QRect mark(picture.left() + 4, picture.top() + 4, side, side);
  painter->setPen(Qt::NoPen);
  painter->setBrush(palette.color(QPalette::Highlight));
  painter->drawRoundedRect(mark, Style::radius, Style::radius);
  painter->setPen(palette.color(QPalette::HighlightedText));
  painter->drawText(mark, Qt::AlignCenter, QStringLiteral("A"));
}

}  // namespace

void MatrixDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
  const QPalette& palette = option.palette;
  const QRect cell = option.rect.adjusted(3, 3, -3, -3);
  const bool isSelected = option.state & QStyle::State_Selected;
  painter->save();
  painter->fillRect(option.rect, palette.color(QPalette::Base));  // a frame marks the selection
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setRenderHint(QPainter::SmoothPixmapTransform);
  painter->setPen(Qt::NoPen);
  painter->setBrush(blended(palette.color(QPalette::Base), palette.color(QPalette::WindowText), 0.07));
  painter->drawRoundedRect(cell, Style::radius, Style::radius);
  const auto picture = index.data(ClipMatrix::ThumbnailRole).value<QPixmap>();
  if (!picture.isNull()) {
    const QRect room = cell.adjusted(3, 3, -3, -3);
    QRect place(QPoint(), picture.size().scaled(room.size(), Qt::KeepAspectRatio));
    place.moveCenter(room.center());
    painter->drawPixmap(place, picture);
  } else if (index.data(ClipMatrix::UnavailableRole).toBool()) {
    QRect mark(0, 0, 24, 24);
    mark.moveCenter(cell.center());
    icon("warning", Tint::warning).paint(painter, mark);
  }
  if (index.data(ClipMatrix::StandardRole).toBool()) drawStandardMark(painter, cell, palette);
  if (isSelected || (option.state & QStyle::State_MouseOver)) {
    painter->setBrush(Qt::NoBrush);
    painter->setPen(
        QPen(blended(palette.color(QPalette::Base), palette.color(QPalette::Highlight), isSelected ? 1 : 0.5),
             isSelected ? 3 : 1.5));
    painter->drawRoundedRect(QRectF(cell).adjusted(0.5, 0.5, -0.5, -0.5), Style::radius, Style::radius);
  }
  painter->restore();
  if (option.state & QStyle::State_HasFocus) {
    QStyleOptionFocusRect focus;
    focus.QStyleOption::operator=(option);
    focus.rect = option.rect;
    option.widget->style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter, option.widget);
  }
}

ClipMatrixView::ClipMatrixView(QWidget* parent) : QTableView(parent) {
  named(this, tr("Clips by step and prompt"),
        tr("Arrow keys move between clips: left and right change the prompt, up and down the step. Return "
           "plays the clip."));
  setObjectName(QStringLiteral("galleryClips"));
  setItemDelegate(new MatrixDelegate(this));
  setHorizontalHeader(new PromptHeader);
  setCornerWidget(new QWidget);
  setSelectionMode(QAbstractItemView::SingleSelection);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setShowGrid(false);
  setFrameShape(QFrame::NoFrame);
  setTabKeyNavigation(false);
  setMouseTracking(true);
  setCornerButtonEnabled(false);
  for (QHeaderView* const header : {horizontalHeader(), verticalHeader()}) {
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setSectionsClickable(false);
    header->setHighlightSections(true);
  }
  named(horizontalHeader(), tr("Prompts"));
  named(verticalHeader(), tr("Steps"));
  horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  verticalHeader()->setDefaultAlignment(
      Qt::Alignment::fromInt(Qt::AlignRight | Qt::AlignVCenter | Qt::TextWordWrap));
}

void ClipMatrixView::setModel(QAbstractItemModel* model) {
  QTableView::setModel(model);
  connect(model, &QAbstractItemModel::modelReset, this, &ClipMatrixView::fitCells);
  fitCells();
}

void ClipMatrixView::resizeEvent(QResizeEvent* event) {
  fitCells();
  QTableView::resizeEvent(event);
}

void ClipMatrixView::changeEvent(QEvent* event) {
  QTableView::changeEvent(event);
  if (event->type() == QEvent::FontChange) fitCells();
}

/// Columns share the width, between a picture's minimum and a maximum that still looks good.
void ClipMatrixView::fitCells() {
  const int columns = model() != nullptr ? model()->columnCount() : 0;
  const int line = fontMetrics().height();
  const int letter = fontMetrics().averageCharWidth();
  verticalHeader()->setFixedWidth(std::clamp(verticalHeader()->sizeHint().width(), letter * 11, letter * 15));
  horizontalHeader()->setFixedHeight(headingLines * line + 12);
  if (columns == 0) return;
  const int width = std::clamp(viewport()->width() / columns, narrowest, widest);
  const int height = static_cast<int>(width * heightToWidth);
  if (horizontalHeader()->defaultSectionSize() != width) horizontalHeader()->setDefaultSectionSize(width);
  if (verticalHeader()->defaultSectionSize() != height) verticalHeader()->setDefaultSectionSize(height);
}

}  // namespace fw::ui
