// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/access_walk.h"

#include <QAccessible>

namespace fw::ui {

namespace {

/// Internal parts of a control; the control has the name.
bool isPartOfAControl(const QWidget& widget) {
  return widget.objectName().startsWith(QLatin1String("qt_")) || widget.focusProxy() != nullptr;
}

}  // namespace

QString pathOf(const QWidget& widget) {
  QString path;
  for (const QWidget* each = &widget; each != nullptr; each = each->parentWidget())
    path.prepend(QLatin1Char('/') + QLatin1String(each->metaObject()->className()));
  return path;
}

QStringList unnamedWidgets(const QWidget& root) {
  QStringList found;
  QList<QWidget*> widgets = root.findChildren<QWidget*>();
  widgets.prepend(const_cast<QWidget*>(&root));
  for (QWidget* const widget : widgets) {
    if (widget->focusPolicy() == Qt::NoFocus || isPartOfAControl(*widget)) continue;
    QAccessibleInterface* const interface = QAccessible::queryAccessibleInterface(widget);
    if (interface == nullptr || interface->text(QAccessible::Name).trimmed().isEmpty())
      found << pathOf(*widget);
  }
  return found;
}

}  // namespace fw::ui
