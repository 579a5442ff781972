// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/palettes.h"

namespace fw::ui {

namespace {

/// The colours of one scheme. Contrast to the background is at least 7 : 1 for text, 4.5 : 1 for dim text.
struct Colors {
  QRgb window;
  QRgb base;
  QRgb alternate;
  QRgb button;
  QRgb text;
  QRgb dim;
  QRgb disabled;
  QRgb accent;
  QRgb link;
  QRgb light;
  QRgb shadow;
};

constexpr Colors lightColors{0xfff3f4f7, 0xffffffff, 0xfff7f8fa, 0xfffdfdfe, 0xff1b1e24, 0xff5c6470,
                             0xff9aa1ac, 0xff2563d9, 0xff1d55c0, 0xffffffff, 0xff8a919c};
constexpr Colors darkColors{0xff212429, 0xff181a1e, 0xff1d2024, 0xff2c3037, 0xffe7e9ed, 0xff9ba3af,
                            0xff69717d, 0xff346fe0, 0xff86b2ff, 0xff3a3f48, 0xff0c0d0f};

}  // namespace

QPalette makePalette(Scheme scheme) {
  const Colors& colors = scheme == Scheme::dark ? darkColors : lightColors;
  QPalette palette;
  palette.setColor(QPalette::Window, colors.window);
  palette.setColor(QPalette::Base, colors.base);
  palette.setColor(QPalette::AlternateBase, colors.alternate);
  palette.setColor(QPalette::Button, colors.button);
  for (const auto role :
       {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
    palette.setColor(role, colors.text);
    palette.setColor(QPalette::Disabled, role, colors.disabled);
  }
  palette.setColor(QPalette::ToolTipBase, colors.button);
  palette.setColor(QPalette::BrightText, Qt::white);
  palette.setColor(QPalette::PlaceholderText, colors.dim);
  palette.setColor(QPalette::Highlight, colors.accent);
  palette.setColor(QPalette::HighlightedText, Qt::white);
  palette.setColor(QPalette::Disabled, QPalette::Highlight, colors.disabled);
  palette.setColor(QPalette::Link, colors.link);
  palette.setColor(QPalette::LinkVisited, colors.link);
  palette.setColor(QPalette::Light, colors.light);
  palette.setColor(QPalette::Midlight, blended(colors.window, colors.light, 0.5));
  palette.setColor(QPalette::Mid, blended(colors.window, colors.shadow, 0.35));
  palette.setColor(QPalette::Dark, blended(colors.window, colors.shadow, 0.6));
  palette.setColor(QPalette::Shadow, colors.shadow);
  return palette;
}

Scheme schemeOf(const QPalette& palette) {
  const int window = palette.color(QPalette::Window).lightness();
  return window < palette.color(QPalette::WindowText).lightness() ? Scheme::dark : Scheme::light;
}

QColor tintColor(Tint tint, const QPalette& palette) {
  const bool dark = schemeOf(palette) == Scheme::dark;
  switch (tint) {
    case Tint::accent:
      return palette.color(QPalette::Link);
    case Tint::good:
      return QRgb{dark ? 0xff5bc98a : 0xff1a7f4b};
    case Tint::warning:
      return QRgb{dark ? 0xffe8b04a : 0xff9a6200};
    case Tint::bad:
      return QRgb{dark ? 0xffff7b72 : 0xffc0302b};
    default:
      return palette.color(QPalette::WindowText);
  }
}

QColor lineColor(const QPalette& palette) {
  return blended(palette.color(QPalette::Window), palette.color(QPalette::WindowText), 0.16);
}

QColor blended(const QColor& under, const QColor& over, double strength) {
  const auto mix = [strength](int a, int b) { return static_cast<int>(a + (b - a) * strength + 0.5); };
  return {mix(under.red(), over.red()), mix(under.green(), over.green()), mix(under.blue(), over.blue())};
}

}  // namespace fw::ui
