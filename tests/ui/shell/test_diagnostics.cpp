// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QTest>

#include "base/log.h"
#include "ui/shell/diagnostics.h"
#include "ui/shell/log_model.h"
#include "ui/state/engine_bridge.h"

using namespace fw;
using namespace fw::ui;

class TestDiagnostics : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { log::start(log::Console::off); }

  void diagnosticsLeaveTheHomeOut() {
    EngineBridge bridge;
    LogModel model;
    spdlog::info("Opened {}/clips/a.mp4", QDir::homePath().toStdString());
    QTRY_VERIFY(model.rowCount() > 0);
    const QString text = diagnosticsText(bridge, model);
    QVERIFY(text.contains(QLatin1String("Framewright ")));
    QVERIFY(text.contains(QLatin1String("Opened ~/clips/a.mp4")));
  }
};

QTEST_MAIN(TestDiagnostics)
#include "test_diagnostics.moc"
