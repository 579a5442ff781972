// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "ui/support/watchdog.h"

using namespace fw;
using namespace fw::ui;

class TestWatchdog : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void watchdogBarks() {
    Watchdog watchdog;
    QVERIFY(!watchdog.wasBlocked());
    QTest::qSleep(static_cast<int>(Watchdog::blockedMs) + 50);
    QVERIFY(watchdog.wasBlocked());
  }
};

QTEST_MAIN(TestWatchdog)
#include "test_watchdog.moc"
