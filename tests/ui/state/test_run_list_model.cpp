// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <atomic>

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

  /// So that the Monitor page shows its progress, and Pause reaches it.
  void aSweepIsTheJobOfTheRunThatItTrains() {
    RunFolder first(project(), QStringLiteral("first"), 10), second(project(), QStringLiteral("second"), 10);
    first.flush();
    second.flush();
    const auto stage = std::make_shared<std::atomic<int>>(0);
    const QStringList folders{first.path(), second.path()};
    const auto train = [stage, folders](engine_api::JobContext& context) {
      for (const QString& folder : folders) {
        const int before = *stage;
        context.publish(engine_api::FileMade{engine_api::FileMade::What::run, folder.toStdString()});
        while (*stage == before && !context.stop().stop_requested()) QThread::msleep(1);
      }
      return engine_api::Outcome{engine_api::JobState::finished, nlohmann::json::object(), {}};
    };
    m_bridge->addKind({"sweep", {}, [train](const nlohmann::json&) { return engine_api::make_job(train); }});
    const engine_api::JobId sweep = m_bridge->submit({"sweep", "a sweep", {}, 0});
    const auto jobOf = [&](const RunFolder& folder) {
      const RunRow* const row = m_runs->run(folder.path());
      return row != nullptr ? row->job : engine_api::JobId{0};
    };
    QTRY_COMPARE(jobOf(first), sweep);
    QCOMPARE(jobOf(second), engine_api::JobId{0});
    ++*stage;
    QTRY_COMPARE(jobOf(second), sweep);
    QCOMPARE(jobOf(first), engine_api::JobId{0});
    ++*stage;
    QTRY_VERIFY(m_bridge->jobs().front().state == engine_api::JobState::finished);
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
