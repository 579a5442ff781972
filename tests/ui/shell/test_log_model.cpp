// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <thread>

#include "base/log.h"
#include "project/project.h"
#include "ui/shell/language.h"
#include "ui/shell/log_model.h"
#include "ui/state/fault_text.h"
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

  /// Copied lines are as in the file, since they are searched for and reported.
  void faultsAreSaidInTheWindowsLanguage() {
    LogModel model;
    const Fault fault(project::project_gone, {{"folder", "/videos/cats"}});
    const QString english = faultWithHint(fault);
    setLanguage(QStringLiteral("de"));
    log::fault(spdlog::level::err, fault, {"Job {job} failed: ", 3});
    spdlog::info("free words");
    QTRY_COMPARE(model.rowCount(), 2);
    const auto shown = [&](int row) { return model.index(row, LogModel::TextColumn).data().toString(); };
    QCOMPARE(shown(0),
             QStringLiteral("Auftrag 3 ist fehlgeschlagen: %1 [project.gone]").arg(faultWithHint(fault)));
    QVERIFY(faultWithHint(fault) != english);
    QVERIFY(
        model.lineText(0).endsWith(QStringLiteral("  error  Job 3 failed: %1 [project.gone]").arg(english)));
    QCOMPARE(shown(1), QStringLiteral("free words"));
    QCOMPARE(model.newestRowOf(fault), 0);
    QCOMPARE(model.newestRowOf(Fault(project::project_gone, {{"folder", "/videos/dogs"}})), -1);
    setLanguage(QStringLiteral("en"));
  }
};

QTEST_MAIN(TestLogModel)
#include "test_log_model.moc"
