// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_colors.h"

#include <array>

#include "ui/theme/palettes.h"

namespace fw::ui {

QColor seriesColor(int index, const QPalette& palette) {
  static constexpr std::array<QRgb, seriesColorCount> onLight{0xff0060a8, 0xffc04a00, 0xff00805c,
                                                              0xff9b3d7c, 0xff8a6400, 0xff4a5568};
  static constexpr std::array<QRgb, seriesColorCount> onDark{0xff5ab4f0, 0xfff58a4b, 0xff35c99b,
                                                             0xffe795c2, 0xffe8c04a, 0xffb4bfd0};
  const auto at = static_cast<size_t>(index % seriesColorCount);
  return schemeOf(palette) == Scheme::dark ? onDark[at] : onLight[at];
}

}  // namespace fw::ui
