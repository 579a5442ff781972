// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace fw::ui {

/// A flatter Fusion: buttons, progress bars, headers and dock titles without gradients, all in palette
/// colours. GUI thread only.
class Style : public QProxyStyle {
  Q_OBJECT
 public:
  /// Corner radius of controls, cards and pictures. Anything smaller than two radii uses half of it.
  static constexpr int radius = 5;

  Style();
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget = nullptr) const override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget = nullptr) const override;
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                          const QWidget* widget = nullptr) const override;
  QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                       const QWidget* widget = nullptr) const override;
  using QProxyStyle::polish;
  void polish(QWidget* widget) override;
  /// Shows a combo box's text as tooltip when the box is too narrow for it.
  bool eventFilter(QObject* object, QEvent* event) override;
  int pixelMetric(PixelMetric metric, const QStyleOption* option = nullptr,
                  const QWidget* widget = nullptr) const override;
  QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                         const QWidget* widget = nullptr) const override;
  QIcon standardIcon(StandardPixmap name, const QStyleOption* option = nullptr,
                     const QWidget* widget = nullptr) const override;
  int styleHint(StyleHint hint, const QStyleOption* option = nullptr, const QWidget* widget = nullptr,
                QStyleHintReturn* result = nullptr) const override;
};

}  // namespace fw::ui
