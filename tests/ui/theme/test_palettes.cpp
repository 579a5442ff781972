// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>

#include "ui/theme/palettes.h"

using namespace fw;
using namespace fw::ui;

class TestPalettes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void palettesAreReadable_data() {
    QTest::addColumn<int>("scheme");
    QTest::newRow("light") << static_cast<int>(Scheme::light);
    QTest::newRow("dark") << static_cast<int>(Scheme::dark);
  }
  void palettesAreReadable() {
    QFETCH(int, scheme);
    const QPalette palette = makePalette(static_cast<Scheme>(scheme));
    QCOMPARE(static_cast<int>(schemeOf(palette)), scheme);
    // WCAG 2.1 contrast.
    const auto luminance = [](const QColor& color) {
      const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
      };
      return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
    };
    const auto contrast = [&](const QColor& a, const QColor& b) {
      const double high = std::max(luminance(a), luminance(b)) + 0.05;
      return high / (std::min(luminance(a), luminance(b)) + 0.05);
    };
    for (const auto ground : {QPalette::Window, QPalette::Base, QPalette::AlternateBase, QPalette::Button}) {
      const QColor under = palette.color(ground);
      QVERIFY(contrast(palette.color(QPalette::WindowText), under) >= 7);
      QVERIFY(contrast(palette.color(QPalette::PlaceholderText), under) >= 4.5);
      for (const Tint tint : {Tint::accent, Tint::good, Tint::warning, Tint::bad})
        QVERIFY2(contrast(tintColor(tint, palette), under) >= 4.5,
                 qPrintable(QString::number(contrast(tintColor(tint, palette), under))));
    }
    QVERIFY(contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight)) >= 4.5);
    // Text over the filled part of a progress bar.
    const QColor bar = blended(palette.color(QPalette::Base), palette.color(QPalette::Highlight), 0.45);
    QVERIFY(contrast(palette.color(QPalette::Text), bar) >= 4.5);
  }
};

QTEST_MAIN(TestPalettes)
#include "test_palettes.moc"
