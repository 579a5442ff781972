// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

namespace fw::ui {

/// The texts below `root` that have less room than they need: labels that wrap and such that do not, buttons,
/// tabs, group titles, what a combo box shows, and headers of tables. What is scrolled out of sight is not
/// clipped. @return  one line for each: its place in the tree, its text, what it has and what it needs
QStringList clippedTexts(const QWidget& root);

}  // namespace fw::ui
