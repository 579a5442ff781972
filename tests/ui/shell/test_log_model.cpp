// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <thread>

#include "base/log.h"
#include "ui/shell/log_model.h"
#include "ui/support/watchdog.h"

using namespace fw;
using namespace fw::ui;

class TestLogModel : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { log::start(log::Console::off); }

  void logIsFilteredAndBounded() {
    LogModel model;
    LogFilter filter;
    filter.setSourceModel(&model);
    spdlog::info("One apple");
    spdlog::warn("Two APPLES");
    spdlog::error("Three pears");
    QTRY_COMPARE(model.rowCount(), 3);
    filter.setText(QStringLiteral("apple"));
    QCOMPARE(filter.rowCount(), 2);
    filter.setMinimumLevel(spdlog::level::warn);
    QCOMPARE(filter.rowCount(), 1);
    filter.setText({});
    QCOMPARE(filter.rowCount(), 2);
    Watchdog watchdog;
    std::jthread writer([] {
      for (int line = 0; line < LogModel::maximumLines + 100; ++line) spdlog::info("line {}", line);
    });
    const QString last = QStringLiteral("line %1").arg(LogModel::maximumLines + 99);
    QTRY_VERIFY_WITH_TIMEOUT(
        model.index(model.rowCount() - 1, LogModel::TextColumn).data().toString() == last, 30000);
    QVERIFY(model.rowCount() <= LogModel::maximumLines);
    QVERIFY(!watchdog.wasBlocked());
  }
};

QTEST_MAIN(TestLogModel)
#include "test_log_model.moc"
