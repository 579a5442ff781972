// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <initializer_list>

class QAbstractButton;
class QWidget;

namespace fw::ui {

/// Shows the actions of a widget that comes and goes as its context menu. Qt's own way has the menu on the
/// stack and as the widget's child: when the widget goes while it is open, both are destroyed twice.
void offerActions(QWidget& widget);

/// Offers the buttons of a row in a context menu, too, which the Menu key opens from any of them.
/// @param folder  to be shown in the file manager; empty: none
void addRowMenu(QWidget& row, std::initializer_list<QAbstractButton*> buttons, const QString& folder = {});

}  // namespace fw::ui
