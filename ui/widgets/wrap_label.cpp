// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/wrap_label.h"

#include <QPainter>
#include <QStyle>
#include <QStyleOption>
#include <QTextLayout>
#include <cmath>

namespace fw::ui {

namespace {

/// QTextLayout breaks lines at this character, not at a newline.
QString withSeparators(QString text) {
  return text.replace(QLatin1Char('\n'), QChar::LineSeparator);
}

/// Breaks the text into lines of `width`; returns their height.
double layOut(QTextLayout& layout, double width) {
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout.setTextOption(option);
  double height = 0;
  layout.beginLayout();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(width);
    line.setPosition({0, height});
    height += line.height();
  }
  layout.endLayout();
  return height;
}

}  // namespace

WrapLabel::WrapLabel(const QString& text, QWidget* parent) : QLabel(text, parent) {
  setTextFormat(Qt::PlainText);
  setWordWrap(true);  // makes QLabel report height-for-width
}

QSize WrapLabel::sizeHint() const {
  const QMargins around = contentsMargins();
  const int width =
      std::min(fontMetrics().horizontalAdvance(text()) + 1, fontMetrics().averageCharWidth() * 60) +
      around.left() + around.right();
  return {width, heightForWidth(width)};
}

QSize WrapLabel::minimumSizeHint() const {
  return QSize(fontMetrics().averageCharWidth() * 12, fontMetrics().height()).grownBy(contentsMargins());
}

int WrapLabel::heightForWidth(int width) const {
  QTextLayout layout(withSeparators(text()), font());
  const QMargins around = contentsMargins();
  return static_cast<int>(std::ceil(layOut(layout, width - around.left() - around.right()))) + around.top() +
         around.bottom();
}

void WrapLabel::paintEvent(QPaintEvent*) {
  QTextLayout layout(withSeparators(text()), font());
  layOut(layout, contentsRect().width());
  QPainter painter(this);
  painter.setPen(palette().color(isEnabled() ? QPalette::Normal : QPalette::Disabled, foregroundRole()));
  layout.draw(&painter, contentsRect().topLeft());
  if (!hasFocus()) return;
  QStyleOptionFocusRect frame;
  frame.initFrom(this);
  style()->drawPrimitive(QStyle::PE_FrameFocusRect, &frame, &painter, this);
}

void setBold(QLabel& label) {
  QFont strong = label.font();
  strong.setBold(true);
  label.setFont(strong);
}

}  // namespace fw::ui
