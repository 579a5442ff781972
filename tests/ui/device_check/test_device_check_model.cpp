// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "base/log.h"
#include "ui/device_check/device_check_model.h"
#include "ui/shell/language.h"
#include "ui/state/job_list_model.h"
#include "ui/support/fake_jobs.h"

using namespace fw;
using namespace fw::ui;

class TestDeviceCheckModel : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    qputenv("FRAMEWRIGHT_ENGINE", "/nonexistent/engine.so");
    log::start(log::Console::off);
    setLanguage(QStringLiteral("en"));
  }

  void deviceFiguresAreListed() {
    EngineBridge bridge;
    JobListModel jobs(bridge);
    DeviceCheckModel checks(jobs);
    fake::addKinds(bridge);
    bridge.submit({"device_check", "check", {}});
    QTRY_COMPARE(checks.rowCount(), 2);
    const auto cell = [&](int row, int column) { return checks.index(row, column).data().toString(); };
    QCOMPARE(cell(0, DeviceCheckModel::ProductColumn), QStringLiteral("161 TFLOP/s"));
    QCOMPARE(cell(1, DeviceCheckModel::ProductColumn), QStringLiteral("1.23 TFLOP/s"));
    QCOMPARE(cell(1, DeviceCheckModel::UploadColumn), QStringLiteral("none"));
    // One sentence each: passed, with the largest difference; failed, with the names; not installed.
    const QStringList lines = checks.report().split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 5);
    QVERIFY(lines[0].contains(QLatin1String("RTX 4090")) && lines[4].contains(QLatin1String("Ryzen")));
    QVERIFY(lines[1].startsWith(QStringLiteral("✓")) && lines[1].contains(QLatin1String("25 %")));
    QVERIFY(lines[2].startsWith(QStringLiteral("✗")) &&
            lines[2].contains(QLatin1String("train_lora, blocks streamed")));
    QVERIFY(lines[3].startsWith(QLatin1Char('?')));
  }
};

QTEST_MAIN(TestDeviceCheckModel)
#include "test_device_check_model.moc"
