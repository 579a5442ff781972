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
  }
};

QTEST_MAIN(TestDeviceCheckModel)
#include "test_device_check_model.moc"
