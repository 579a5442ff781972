// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/progress_delegate.h"

#include <QApplication>
#include <QPainter>

namespace fw::ui {

ProgressDelegate::ProgressDelegate(int fractionRole, QObject* parent)
    : QStyledItemDelegate(parent), m_fractionRole(fractionRole) {}

void ProgressDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const {
  const QVariant fraction = index.data(m_fractionRole);
  if (!fraction.isValid()) return QStyledItemDelegate::paint(painter, option, index);
  QStyleOptionViewItem ground(option);
  initStyleOption(&ground, index);
  ground.text.clear();
  QStyle* const style = ground.widget != nullptr ? ground.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &ground, painter, ground.widget);

  constexpr int steps = 1000;
  QStyleOptionProgressBar bar;
  bar.rect = option.rect.adjusted(4, 4, -4, -4);
  bar.palette = option.palette;
  bar.fontMetrics = option.fontMetrics;
  bar.direction = option.direction;
  bar.state = QStyle::State_Enabled | QStyle::State_Horizontal;
  bar.minimum = 0;
  bar.maximum = fraction.toDouble() < 0 ? 0 : steps;
  bar.progress = static_cast<int>(fraction.toDouble() * steps);
  bar.text = index.data().toString();
  bar.textVisible = true;
  bar.textAlignment = Qt::AlignLeft;
  style->drawControl(QStyle::CE_ProgressBarGroove, &bar, painter);
  style->drawControl(QStyle::CE_ProgressBarContents, &bar, painter);
  style->drawControl(QStyle::CE_ProgressBarLabel, &bar, painter);
}

}  // namespace fw::ui
