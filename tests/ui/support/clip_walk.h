// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

namespace fw::ui {

/// The texts below `root` that have less room than they need: labels that wrap and such that do not, buttons,
/// tabs, group titles, what a combo box shows, and headers of tables. What is scrolled out of sight is not
/// clipped. @return  one line for each: its place in the tree, its text, what it has and what it needs
QStringList clippedTexts(const QWidget& root);

/// Widgets that are lower than they can be, so that what they paint or hold lies over itself.
QStringList squeezedWidgets(const QWidget& root);

/// Controls of which no scrolling shows the whole, or as much as what scrolls them has room for.
QStringList controlsOutOfReach(const QWidget& root);

/// Labels that show the mark of a letter for the keyboard, since they belong to no control.
QStringList strayMnemonics(const QWidget& root);

/// Cells of tables and combo boxes that show only a part of their text, and where no tooltip tells the rest.
QStringList untoldTexts(const QWidget& root);

}  // namespace fw::ui
