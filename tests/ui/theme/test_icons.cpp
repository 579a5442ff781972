// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QImage>
#include <QTest>

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
};

QTEST_MAIN(TestIcons)
#include "test_icons.moc"
