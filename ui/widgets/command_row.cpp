// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/command_row.h"

#include <QAction>
#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QToolButton>
#include <utility>

#include "ui/widgets/action_button.h"

namespace fw::ui {

CommandRow::CommandRow(QWidget* parent) : QWidget(parent), m_row(new QHBoxLayout(this)) {
  m_row->setContentsMargins(0, 0, 0, 0);
  m_row->setSpacing(2);
  m_row->addStretch(1);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QToolButton* CommandRow::add(QAction* command, Label label) {
  // Clicks do not move the focus: a button disabled by its own click would pass it to the next one.
  QToolButton* const button = toolButton(command, Qt::ToolButtonIconOnly, Qt::TabFocus);
  m_row->insertWidget(m_row->count() - 1, button);
  m_entries.push_back({button, label, 0, 0});
  connect(command, &QAction::changed, this, [this, command, text = command->iconText()]() mutable {
    if (std::exchange(text, command->iconText()) != command->iconText()) measure();
  });
  measure();
  return button;
}

void CommandRow::addLine() {
  auto* const line = new QFrame;
  line->setFrameShape(QFrame::VLine);
  line->setFrameShadow(QFrame::Plain);
  line->setForegroundRole(QPalette::Mid);
  m_row->insertWidget(m_row->count() - 1, line);
  m_lines.push_back(line);
}

void CommandRow::alignRight() {
  QLayoutItem* const stretch = m_row->takeAt(m_row->count() - 1);
  m_row->insertItem(0, stretch);
}

/// Measures both widths of each button, which depend on the font.
void CommandRow::measure() {
  for (Entry& entry : m_entries) {
    entry.button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    entry.wide = entry.button->sizeHint().width();
    entry.button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    entry.narrow = entry.button->sizeHint().width();
  }
  fit();
  updateGeometry();
}

int CommandRow::leastWidth() const {
  int width = 0;
  for (const Entry& entry : m_entries) width += entry.narrow + m_row->spacing();
  for (const QWidget* const line : m_lines) width += line->minimumSizeHint().width() + m_row->spacing();
  return width;
}

void CommandRow::fit() {
  int left = width() - leastWidth();
  for (const Label turn : {Label::first, Label::inTurn}) {
    for (const Entry& entry : m_entries) {
      if (entry.label != turn) continue;
      left -= entry.wide - entry.narrow;
      entry.button->setToolButtonStyle(left >= 0 ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    }
  }
}

QSize CommandRow::sizeHint() const {
  QSize size = minimumSizeHint();
  for (const Entry& entry : m_entries) size.rwidth() += entry.wide - entry.narrow;
  return size;
}

QSize CommandRow::minimumSizeHint() const {
  return {leastWidth(), m_row->minimumSize().height()};
}

void CommandRow::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

void CommandRow::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) measure();
}

}  // namespace fw::ui
