// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

namespace fw::ui {

/// The texts below `root` with less room than they need: labels (wrapping or not), buttons, tabs, group
/// titles, combo boxes, and table headers. Text scrolled out of view is not clipped. @return  one line for
/// each: path, text, actual and needed size
QStringList clippedTexts(const QWidget& root);

/// Widgets lower than their minimum, whose contents would overlap.
QStringList squeezedWidgets(const QWidget& root);

/// Controls that cannot be scrolled into view completely, or as far as the scroll area's size allows.
QStringList controlsOutOfReach(const QWidget& root);

/// Labels that show a mnemonic without belonging to a control.
QStringList strayMnemonics(const QWidget& root);

/// Cells of tables and combo boxes that show only part of their text, without a tooltip.
QStringList untoldTexts(const QWidget& root);

}  // namespace fw::ui
