// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>

namespace fw::ui {

/// Colour of the n-th curve or run, told apart by the colour-blind too (after Okabe and Ito), darker on light
/// ground and lighter on dark. They repeat after seriesColorCount.
inline constexpr int seriesColorCount = 6;
QColor seriesColor(int index, const QPalette& palette);

}  // namespace fw::ui
