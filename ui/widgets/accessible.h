// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace fw::ui {

/// Gives a control what a screen reader says: its name, and what it is for where the name does not tell.
template <typename Widget>
Widget* named(Widget* widget, const QString& name, const QString& description = {}) {
  widget->setAccessibleName(name);
  widget->setAccessibleDescription(description);
  return widget;
}

}  // namespace fw::ui
