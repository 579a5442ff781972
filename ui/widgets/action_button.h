// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QPushButton>
#include <QToolButton>

#include "ui/widgets/accessible.h"

namespace fw::ui {

/// A button for a command, enabled and labelled like the command.
inline QPushButton* actionButton(QAction* action) {
  auto* const button =
      named(new QPushButton(action->icon(), action->iconText()), action->iconText(), action->whatsThis());
  button->setObjectName(action->objectName() + QStringLiteral(".button"));
  const auto follow = [action, button] {
    button->setEnabled(action->isEnabled());
    button->setToolTip(action->toolTip());
  };
  QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
  QObject::connect(action, &QAction::changed, button, follow);
  follow();
  return button;
}

/// A flat button for a command.
inline QToolButton* toolButton(QAction* action, Qt::ToolButtonStyle style = Qt::ToolButtonTextBesideIcon,
                               Qt::FocusPolicy focus = Qt::StrongFocus) {
  auto* const button = named(new QToolButton, action->iconText(), action->whatsThis());
  button->setDefaultAction(action);
  button->setToolButtonStyle(style);
  button->setAutoRaise(true);
  button->setFocusPolicy(focus);
  return button;
}

}  // namespace fw::ui
