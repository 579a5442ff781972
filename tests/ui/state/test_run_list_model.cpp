// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "base/log.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/project_session.h"
#include "ui/state/run_list_model.h"
#include "ui/support/run_folders.h"

using namespace fw;
using namespace fw::ui;

class TestRunListModel : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<EngineBridge> m_bridge;
  std::unique_ptr<ProjectSession> m_session;
  std::unique_ptr<RunListModel> m_runs;

  QString project() const { return m_folder->filePath(QStringLiteral("Cats")); }
  QStringList names() const {
    QStringList names;
    for (const RunRow& row : m_runs->runs()) names << QString::fromStdString(row.info.name);
    names.sort();
    return names;
  }

 private Q_SLOTS:
  void initTestCase() {
    qputenv("FRAMEWRIGHT_ENGINE", "/nonexistent/engine.so");
    log::start(log::Console::off);
  }

  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_bridge = std::make_unique<EngineBridge>();
    m_session = std::make_unique<ProjectSession>();
    m_runs = std::make_unique<RunListModel>(*m_bridge, *m_session);
    m_session->create(project());
    QTRY_VERIFY(m_session->isOpen());
  }

  void cleanup() {
    m_runs.reset();
    m_session.reset();
    m_bridge.reset();
  }

  void deletedRunLeavesTheOthers() {
    RunFolder first(project(), QStringLiteral("first"), 10);
    RunFolder second(project(), QStringLiteral("second"), 10);
    first.flush();
    second.flush();
    QTRY_COMPARE(names(), QStringList({QStringLiteral("first"), QStringLiteral("second")}));
    QSignalSpy failed(m_runs.get(), &RunListModel::failed);
    QVERIFY(QDir(first.path()).removeRecursively());
    RunFolder third(project(), QStringLiteral("third"), 10);
    third.flush();
    QTRY_COMPARE(names(), QStringList({QStringLiteral("second"), QStringLiteral("third")}));
    QCOMPARE(failed.size(), 0);
  }

  /// The same words as in the list of jobs.
  void anEndIsCalledByItsName_data() {
    QTest::addColumn<QString>("ended");
    QTest::addColumn<QString>("shown");
    QTest::newRow("crashed") << ""
                             << "Interrupted";
    for (const char* const state : {"cancelled", "failed", "paused"})
      QTest::newRow(state) << QString::fromLatin1(state)
                           << QString::fromLatin1(state).replace(0, 1, QChar(state[0]).toUpper());
  }
  void anEndIsCalledByItsName() {
    QFETCH(QString, ended);
    QFETCH(QString, shown);
    RunFolder run(project(), QStringLiteral("run"), 10);
    run.metrics(2, {{QStringLiteral("loss"), 0.5}});
    if (!ended.isEmpty()) run.event(QStringLiteral("ended"), 2, {{QStringLiteral("state"), ended}});
    run.flush();
    QTRY_COMPARE(m_runs->rowCount(), 1);
    QTRY_COMPARE(m_runs->index(0, RunListModel::StateColumn).data().toString(), shown);
  }

  void unreadableRunIsToldOnceAndLeavesTheOthers() {
    QSignalSpy failed(m_runs.get(), &RunListModel::failed);
    const QString broken = project() + QStringLiteral("/runs/broken");
    QVERIFY(QDir().mkpath(broken + QStringLiteral("/run.toml")));  // not a readable file
    RunFolder good(project(), QStringLiteral("good"), 10);
    good.flush();
    QTRY_COMPARE(names(), QStringList({QStringLiteral("good")}));
    QTRY_COMPARE(failed.size(), 1);
    // The next scan finds the new metrics, and does not report the same fault again.
    QSignalSpy grew(m_runs.get(), &RunListModel::runGrew);
    good.metrics(1, {{QStringLiteral("loss"), 0.5}});
    good.flush();
    QTRY_COMPARE(grew.size(), 1);
    QCOMPARE(grew.first().at(0).toString(), good.path());
    QCOMPARE(grew.first().at(1).toLongLong(), 1);
    QCOMPARE(failed.size(), 1);
  }
};

QTEST_MAIN(TestRunListModel)
#include "test_run_list_model.moc"
