// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>

namespace fw::ui {

/// Colour of the n-th curve or run (after Okabe and Ito, safe for colour-blind readers): darker on light
/// backgrounds, lighter on dark ones. Repeats after seriesColorCount.
inline constexpr int seriesColorCount = 6;
QColor seriesColor(int index, const QPalette& palette);

}  // namespace fw::ui
