// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVariantMap>

class QWidget;

namespace fw::ui {

inline constexpr const char* keptProperty = "fw.kept";

/// A control, or a command that is on or off, whose value is carried over to a window that is made anew in
/// another language: what was typed, chosen, switched on or scrolled to. All FlatTables are without it.
/// @param name  no other control's
template <typename Control>
Control* kept(Control* control, const char* name) {
  control->setProperty(keptProperty, QString::fromLatin1(name));
  return control;
}

/// Of all such controls of a window, by name.
QVariantMap keptValues(const QWidget& window);
/// As they were in the other window. A view that has not got its rows yet is scrolled when it has.
void setKeptValues(QWidget& window, const QVariantMap& values);

}  // namespace fw::ui
