// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QImage>
#include <QLabel>
#include <QTest>
#include <map>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

using namespace fw;
using namespace fw::ui;

class TestIcons : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void iconsFollowTheTheme() {
    Theme theme(ThemeMode::dark, std::nullopt);
    const auto ink = [] {
      const QImage image = icon("start").pixmap(QSize(48, 48)).toImage();
      QColor found;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
          if (image.pixelColor(x, y).alpha() == 255) found = image.pixelColor(x, y);
      return found;
    };
    QVERIFY(ink().lightness() > 180);
    theme.setMode(ThemeMode::light);
    QVERIFY(ink().isValid() && ink().lightness() < 80);
  }

  void iconsInLabelsFollowTheTheme() {
    Theme theme(ThemeMode::dark, std::nullopt);
    QLabel label;
    showIcon(label, "error", Tint::bad, 18);
    label.show();
    const QImage dark = label.pixmap().toImage();
    theme.setMode(ThemeMode::light);
    QTRY_VERIFY(label.pixmap().toImage() != dark);
    const QImage light = label.pixmap().toImage();
    // The last icon shown counts, not the first.
    showIcon(label, "ok", Tint::good, 18);
    theme.setMode(ThemeMode::dark);
    QTRY_COMPARE(label.pixmap().toImage(),
                 icon("ok", Tint::good).pixmap(QSize(18, 18), label.devicePixelRatioF()).toImage());
    QVERIFY(label.pixmap().toImage() != dark && label.pixmap().toImage() != light);
  }

  void everyIconDraws() {
    const QFileInfoList files = QDir(QStringLiteral(":/icons")).entryInfoList();
    QVERIFY(files.size() > 20);
    for (const QFileInfo& file : files) {
      if (file.baseName() == QLatin1String("org")) continue;
      const QImage image = icon(file.baseName().toLatin1().constData()).pixmap(QSize(24, 24)).toImage();
      bool drawn = false;
      for (int i = 0; i < 24 * 24; ++i) drawn = drawn || image.pixelColor(i % 24, i / 24).alpha() > 128;
      QVERIFY2(drawn, qPrintable(file.fileName()));
    }
  }

  /// Lookalike icons say nothing.
  void noTwoIconsLookAlike() {
    constexpr int side = 24;
    std::map<QString, QImage> images;
    for (const QFileInfo& file : QDir(QStringLiteral(":/icons")).entryInfoList())
      if (file.baseName() != QLatin1String("org"))
        images[file.baseName()] =
            icon(file.baseName().toLatin1().constData()).pixmap(QSize(side, side)).toImage();
    QStringList alike;
    for (auto one = images.begin(); one != images.end(); ++one)
      for (auto other = std::next(one); other != images.end(); ++other) {
        int ink = 0;
        int both = 0;
        for (int i = 0; i < side * side; ++i) {
          const bool a = one->second.pixelColor(i % side, i / side).alpha() > 100;
          const bool b = other->second.pixelColor(i % side, i / side).alpha() > 100;
          ink += a || b ? 1 : 0;
          both += a && b ? 1 : 0;
        }
        if (both > ink * 0.95)
          alike << QStringLiteral("%1 %2 %3").arg(one->first, other->first).arg(100 * both / ink);
      }
    QVERIFY2(alike.isEmpty(), qPrintable(alike.join(u'\n')));
  }
};

QTEST_MAIN(TestIcons)
#include "test_icons.moc"
