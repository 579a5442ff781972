// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/diff_delegate.h"

#include <QApplication>
#include <QPainter>
#include <QTextLayout>

#include "ui/dataset/text_marks.h"

namespace fw::ui {

namespace {

constexpr int shownBefore = 12;  // letters before the first difference

}  // namespace

void DiffDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
  QStyleOptionViewItem cell = option;
  initStyleOption(&cell, index);
  const QStyle& style = cell.widget != nullptr ? *cell.widget->style() : *QApplication::style();
  const int margin = style.pixelMetric(QStyle::PM_FocusFrameHMargin, &cell, cell.widget) + 1;
  const QRect room =
      style.subElementRect(QStyle::SE_ItemViewItemText, &cell, cell.widget).adjusted(margin, 0, -margin, 0);
  QString text = std::exchange(cell.text, QString()).replace(QLatin1Char('\n'), QLatin1Char(' '));
  style.drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
  const bool isAfter = index.column() == 1;
  const QString other =
      index.siblingAtColumn(isAfter ? 0 : 1).data().toString().replace(QLatin1Char('\n'), QLatin1Char(' '));
  QList<QTextLayout::FormatRange> ranges =
      differences(isAfter ? other : text, isAfter ? text : other,
                  isAfter ? DiffSide::after : DiffSide::before, cell.palette);
  const bool isSelected = (cell.state & QStyle::State_Selected) != 0;
  // A difference late in the text would be out of sight.
  const int first = ranges.isEmpty() ? 0 : ranges.front().start;
  if (first > shownBefore && cell.fontMetrics.horizontalAdvance(text) > room.width()) {
    const int cut = first - shownBefore;
    text = QStringLiteral("…") + text.mid(cut);
    for (QTextLayout::FormatRange& range : ranges) range.start -= cut - 1;
  }
  QTextOption whole;
  whole.setWrapMode(QTextOption::NoWrap);
  QTextLayout layout(text, cell.font);
  layout.setTextOption(whole);
  if (isSelected) {
    for (QTextLayout::FormatRange& range : ranges)
      range.format.clearBackground();  // underlined or struck out
  }
  layout.setFormats(ranges);
  layout.beginLayout();
  QTextLine line = layout.createLine();
  line.setLineWidth(room.width());
  layout.endLayout();
  painter->save();
  painter->setClipRect(room);
  painter->setPen(cell.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text));
  layout.draw(painter, QPointF(room.left(), room.center().y() - line.height() / 2));
  painter->restore();
}

}  // namespace fw::ui
