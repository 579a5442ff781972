// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/empty_state.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/theme/icons.h"
#include "ui/widgets/action_button.h"

namespace fw::ui {

EmptyState::EmptyState(const char* iconName, const QString& sentence, const QList<QAction*>& commands,
                       QWidget* parent)
    : QWidget(parent), m_iconName(iconName), m_icon(new QLabel), m_sentence(new QLabel(sentence)) {
  m_icon->setAlignment(Qt::AlignCenter);
  m_sentence->setWordWrap(true);
  m_sentence->setAlignment(Qt::AlignCenter);
  m_sentence->setMaximumWidth(fontMetrics().averageCharWidth() * 70);
  // In its own row, because an alignment would break the label's height-for-width.
  auto* const middle = new QHBoxLayout;
  middle->addStretch(1);
  middle->addWidget(m_sentence, 100);
  middle->addStretch(1);
  auto* const row = new QHBoxLayout;
  row->addStretch(1);
  for (QAction* const command : commands) {
    m_buttons.emplace_back(command, actionButton(command));
    row->addWidget(m_buttons.last().second);
  }
  row->addStretch(1);
  auto* const column = new QVBoxLayout(this);
  column->setSpacing(12);
  column->addStretch(2);
  column->addWidget(m_icon, 0, Qt::AlignHCenter);
  column->addLayout(middle);
  column->addLayout(row);
  column->addStretch(3);
  drawIcon();
}

void EmptyState::setSentence(const QString& sentence) {
  m_sentence->setText(sentence);
}

QString EmptyState::sentence() const {
  return m_sentence->text();
}

void EmptyState::showCommands(const QList<QAction*>& commands) {
  for (const auto& [command, button] : m_buttons) button->setVisible(commands.contains(command));
}

void EmptyState::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) drawIcon();
}

void EmptyState::drawIcon() {
  // Dim like placeholder text, since it is not a control.
  m_icon->setPixmap(icon(m_iconName).pixmap(QSize(44, 44), QIcon::Disabled));
}

}  // namespace fw::ui
