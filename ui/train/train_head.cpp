// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/train_head.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/theme/icons.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/command_row.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

TrainHead::TrainHead(std::initializer_list<QAction*> main, QWidget* choice,
                     std::initializer_list<QAction*> more, QWidget* parent)
    : QWidget(parent), m_icon(new QLabel), m_text(new WrapLabel), m_samples(new WrapLabel) {
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  m_samples->setObjectName(QStringLiteral("train.samples"));
  m_samples->setForegroundRole(QPalette::PlaceholderText);
  m_samples->hide();
  column->addWidget(m_samples);
  auto* const row = new QHBoxLayout;
  column->addLayout(row);
  for (QAction* const action : main) {
    QPushButton* const button = actionButton(action);
    button->setDefault(action == *main.begin());  // the page's main action, in the accent colour
    row->addWidget(button);
  }
  row->addWidget(choice);
  row->addSpacing(8);
  row->addWidget(m_icon);
  row->addWidget(m_text, 1, Qt::AlignVCenter);
  auto* const commands = new CommandRow;
  for (QAction* const action : more) commands->add(action);
  row->addWidget(commands);
}

void TrainHead::say(const QString& text, Tint tint) {
  const char* const picture = tint == Tint::bad ? "error" : tint == Tint::warning ? "warning" : "ok";
  m_icon->setVisible(tint != Tint::text);
  if (tint != Tint::text) showIcon(*m_icon, picture, tint, 18);
  m_text->setText(text);
  m_text->setAccessibleName(text);
}

void TrainHead::describe(const QString& samples) {
  m_samples->setText(samples);
  m_samples->setVisible(!samples.isEmpty());
}

QString TrainHead::text() const {
  return m_text->text();
}

}  // namespace fw::ui
