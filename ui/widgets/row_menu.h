// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <initializer_list>

class QAbstractButton;
class QWidget;

namespace fw::ui {

/// Shows a widget's actions as its context menu, safely even if the widget is deleted meanwhile. Qt's default
/// puts the menu on the stack and makes it the widget's child, so deleting the widget while it is open
/// destroys both twice.
void offerActions(QWidget& widget);

/// Also offers a row's buttons in a context menu, which the Menu key opens from any of them.
/// @param folder  to show in the file manager; empty: none
void addRowMenu(QWidget& row, std::initializer_list<QAbstractButton*> buttons, const QString& folder = {});

}  // namespace fw::ui
