// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace fw::ui {

/// Sets what a screen reader announces: the control's name, and its purpose if the name does not tell.
template <typename Widget>
Widget* named(Widget* widget, const QString& name, const QString& description = {}) {
  widget->setAccessibleName(name);
  widget->setAccessibleDescription(description);
  return widget;
}

}  // namespace fw::ui
