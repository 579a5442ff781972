// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "ui/shell/command_palette.h"

using namespace fw;
using namespace fw::ui;

class TestCommandPalette : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void commandsAreMatched_data() {
    QTest::addColumn<QString>("better");
    QTest::addColumn<QString>("worse");
    QTest::newRow("start before middle") << QStringLiteral("Log") << QStringLiteral("Open the log folder");
    QTest::newRow("word before part") << QStringLiteral("Show log") << QStringLiteral("Catalogue");
    QTest::newRow("together before apart") << QStringLiteral("Catalog") << QStringLiteral("Load the engine");
    QTest::newRow("apart before none") << QStringLiteral("Load the engine") << QStringLiteral("Quit");
  }
  void commandsAreMatched() {
    QFETCH(QString, better);
    QFETCH(QString, worse);
    QVERIFY(matchScore(better, QStringLiteral("log")) > matchScore(worse, QStringLiteral("log")));
  }
};

QTEST_MAIN(TestCommandPalette)
#include "test_command_palette.moc"
