// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/row_menu.h"

#include <QAbstractButton>
#include <QAction>
#include <QCoreApplication>
#include <QMenu>

#include "ui/theme/icons.h"
#include "ui/widgets/reveal.h"

namespace fw::ui {

void offerActions(QWidget& widget) {
  widget.setContextMenuPolicy(Qt::CustomContextMenu);
  QObject::connect(&widget, &QWidget::customContextMenuRequested, &widget, [&widget](const QPoint& place) {
    if (widget.actions().isEmpty()) return;
    auto* const menu = new QMenu(&widget);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions(widget.actions());
    menu->popup(widget.mapToGlobal(place));
  });
}

void addRowMenu(QWidget& row, std::initializer_list<QAbstractButton*> buttons, const QString& folder) {
  offerActions(row);
  for (QAbstractButton* const button : buttons) {
    const QString text = button->text().isEmpty() ? button->accessibleName() : button->text();
    auto* const action = new QAction(button->icon(), text, &row);
    action->setEnabled(button->isEnabled());
    QObject::connect(action, &QAction::triggered, button, &QAbstractButton::click);
    row.addAction(action);
  }
  if (folder.isEmpty()) return;
  auto* const reveal =
      new QAction(icon("folder"), QCoreApplication::translate("row menu", "Show in &file manager"), &row);
  QObject::connect(reveal, &QAction::triggered, &row, [folder] { revealInFiles(folder); });
  row.addAction(reveal);
}

}  // namespace fw::ui
