// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>

namespace fw::ui {

enum class Scheme { light = 1, dark };

/// Colours in addition to the palette's. Readable on light and dark backgrounds; colour is never the only
/// cue.
enum class Tint {
  text = 1,  ///< like the surrounding text
  accent,
  good,
  warning,
  bad,
};

QPalette makePalette(Scheme scheme);
Scheme schemeOf(const QPalette& palette);
QColor tintColor(Tint tint, const QPalette& palette);

/// A separator line, fainter than text.
QColor lineColor(const QPalette& palette);
/// `over` blended onto `under`; `strength` from 0 to 1.
QColor blended(const QColor& under, const QColor& over, double strength);

}  // namespace fw::ui
