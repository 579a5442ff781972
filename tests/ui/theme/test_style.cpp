// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QProxyStyle>
#include <QPushButton>
#include <QRadioButton>
#include <QStyleOptionHeader>
#include <QTest>
#include <QTextEdit>
#include <algorithm>
#include <cstdlib>

#include "ui/theme/style.h"
#include "ui/theme/theme.h"

using namespace fw;
using namespace fw::ui;

class TestStyle : public QObject {
  Q_OBJECT

  static constexpr int side = 6;

  /// Where the background shows at the four corners, row by row, because they are round.
  static QStringList corners(QWidget& widget, double scale) {
    widget.setAttribute(Qt::WA_DontShowOnScreen);
    widget.resize(160, 60);
    widget.show();
    const QColor ground(255, 0, 255);
    QImage image((QSizeF(widget.size()) * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(ground);
    widget.render(&image, {}, {}, QWidget::DrawChildren);
    QStringList found;
    for (const bool right : {false, true})
      for (const bool bottom : {false, true}) {
        QString mask;
        for (int i = 0; i < side * side; ++i) {
          const int x = i % side;
          const int y = i / side;
          const QColor pixel =
              image.pixelColor(right ? image.width() - 1 - x : x, bottom ? image.height() - 1 - y : y);
          mask += pixel == ground ? QLatin1Char('.') : QLatin1Char('#');
        }
        found << mask;
      }
    return found;
  }

 private Q_SLOTS:
  /// Buttons, fields, texts and bars side by side have the same corners.
  void allControlsHaveTheSameCorners_data() {
    QTest::addColumn<double>("scale");
    for (const double scale : {1.0, 1.5, 2.0}) QTest::addRow("%.1f", scale) << scale;
  }
  void allControlsHaveTheSameCorners() {
    QFETCH(double, scale);
    const Theme theme(ThemeMode::dark, std::nullopt);
    QPushButton button;
    const QStringList wanted = corners(button, scale);
    QVERIFY(wanted.first().startsWith(QLatin1Char('.')) && wanted.first().endsWith(QLatin1Char('#')));
    QLineEdit line;
    QPlainTextEdit plain;
    QTextEdit rich;
    QSpinBox whole;
    QDoubleSpinBox real;
    QComboBox choice;
    QComboBox typed;
    typed.setEditable(true);
    QProgressBar bar;
    for (QWidget* const widget :
         std::initializer_list<QWidget*>{&line, &plain, &rich, &whole, &real, &choice, &typed, &bar})
      QVERIFY2(corners(*widget, scale) == wanted, widget->metaObject()->className());
  }

  /// A column title that is cut off ends in an ellipsis; one that wraps, or has line breaks, is left alone.
  void aTitleThatIsCutOffSaysSo() {
    Style style;
    const QProxyStyle plain(QStringLiteral("Fusion"));
    const auto drawn = [](const QStyle& with, const QString& text, Qt::Alignment alignment) {
      QImage image(90, 40, QImage::Format_RGB32);
      image.fill(Qt::white);
      QPainter painter(&image);
      QStyleOptionHeader header;
      header.rect = image.rect();
      header.text = text;
      header.textAlignment = alignment;
      with.drawControl(QStyle::CE_HeaderLabel, &header, &painter);
      return image;
    };
    const Qt::Alignment left = Qt::AlignLeft | Qt::AlignVCenter;
    const Qt::Alignment wrapped = Qt::Alignment::fromInt(left | Qt::TextWordWrap);
    const QString title = QStringLiteral("A title that is much too long");
    const QString dots = QStyleOptionHeader().fontMetrics.elidedText(title, Qt::ElideRight, 90);
    QVERIFY(dots.endsWith(QChar(0x2026)));
    QCOMPARE(drawn(style, title, left), drawn(plain, dots, left));
    QCOMPARE(drawn(style, title, wrapped), drawn(plain, title, wrapped));
    const QString lines = QStringLiteral("One line of it\nand one more");
    QCOMPARE(drawn(style, lines, left), drawn(plain, lines, left));
  }

  void anEmptyRadioButtonIsSeen_data() {
    QTest::addColumn<bool>("dark");
    for (const bool dark : {false, true}) QTest::newRow(dark ? "dark" : "light") << dark;
  }
  void anEmptyRadioButtonIsSeen() {
    QFETCH(bool, dark);
    const Theme theme(dark ? ThemeMode::dark : ThemeMode::light, std::nullopt);
    const auto contrast = [](QWidget& widget) {
      widget.setAttribute(Qt::WA_DontShowOnScreen);
      widget.show();
      const QImage image = widget.grab().toImage();
      const int ground = image.pixelColor(0, 0).lightness();
      int most = 0;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
          most = std::max(most, std::abs(image.pixelColor(x, y).lightness() - ground));
      return most;
    };
    QRadioButton radio;
    QCheckBox box;
    QVERIFY(contrast(box) > 40);
    QVERIFY2(contrast(radio) > 0.8 * contrast(box), qPrintable(QString::number(contrast(radio))));
  }
};

QTEST_MAIN(TestStyle)
#include "test_style.moc"
