// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

namespace fw::ui {

/// The focusable widgets at and below `root`, hidden ones too, that a screen reader could not name.
QStringList unnamedWidgets(const QWidget& root);

/// The classes from the window down to the widget, to locate it.
QString pathOf(const QWidget& widget);

}  // namespace fw::ui
