// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "ui/widgets/text_bar.h"

using namespace fw;
using namespace fw::ui;

class TestTextBar : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aBarShowsItsWidestTextWhole() {
    // The style's margins on both sides of the text.
    constexpr int margins = 16;
    TextBar bar;
    const QString text = QStringLiteral("VRAM 1,023.9 GiB of 1,023.9 GiB");
    bar.reserve(text);
    QVERIFY(bar.width() >= bar.fontMetrics().horizontalAdvance(text) + margins);
  }
};

QTEST_MAIN(TestTextBar)
#include "test_text_bar.moc"
