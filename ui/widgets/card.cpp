// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/card.h"

#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/theme/palettes.h"
#include "ui/theme/style.h"

namespace fw::ui {

Card::Card(const QString& title, QWidget* parent) : QFrame(parent), m_body(new QVBoxLayout(this)) {
  m_body->setContentsMargins(18, 14, 18, 16);
  m_body->setSpacing(10);
  auto* const label = new QLabel(title);
  QFont strong = label->font();
  strong.setBold(true);
  strong.setPointSizeF(strong.pointSizeF() * 1.1);
  label->setFont(strong);
  m_body->addWidget(label);
  setAccessibleName(title);
}

void Card::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(lineColor(palette()));
  painter.setBrush(palette().color(QPalette::Base));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Style::radius, Style::radius);
}

}  // namespace fw::ui
