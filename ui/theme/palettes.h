// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>

namespace fw::ui {

enum class Scheme { light = 1, dark };

/// Colours beside those of the palette. Read by light and dark backgrounds; never the only carrier of a
/// meaning.
enum class Tint {
  text = 1,  ///< as the text around it
  accent,
  good,
  warning,
  bad,
};

QPalette makePalette(Scheme scheme);
Scheme schemeOf(const QPalette& palette);
QColor tintColor(Tint tint, const QPalette& palette);

/// A line between areas, weaker than text.
QColor lineColor(const QPalette& palette);
/// `over` laid on `under` with `strength` from 0 to 1.
QColor blended(const QColor& under, const QColor& over, double strength);

}  // namespace fw::ui
