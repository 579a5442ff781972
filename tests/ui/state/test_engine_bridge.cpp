// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>

#include "base/log.h"
#include "ui/state/engine_bridge.h"

using namespace fw;
using namespace fw::ui;
using engine_api::Verb;

class TestEngineBridge : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    qputenv("FRAMEWRIGHT_ENGINE", "/nonexistent/engine.so");
    log::start(log::Console::off);
  }

  void refusalsAreTold() {
    EngineBridge bridge;
    QSignalSpy refused(&bridge, &EngineBridge::refused);
    QCOMPARE(bridge.submit({"device_check", "no engine", {}}), 0);
    QVERIFY(!bridge.send(Verb::abort, 77));
    QCOMPARE(refused.size(), 2);
  }
};

QTEST_MAIN(TestEngineBridge)
#include "test_engine_bridge.moc"
