// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVariantMap>

class QWidget;

namespace fw::ui {

inline constexpr const char* keptProperty = "fw.kept";

/// A control or toggle command whose value (text, choice, state or scroll position) survives when the window
/// is rebuilt in another language. Every FlatTable is included automatically.
/// @param name  unique
template <typename Control>
Control* kept(Control* control, const char* name) {
  control->setProperty(keptProperty, QString::fromLatin1(name));
  return control;
}

/// The values of all such controls of a window, by name.
QVariantMap keptValues(const QWidget& window);
/// Restores them in the new window. A view without rows yet is scrolled once it has them.
void setKeptValues(QWidget& window, const QVariantMap& values);

}  // namespace fw::ui
