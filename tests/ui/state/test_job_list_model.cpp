// SPDX-License-Identifier: GPL-3.0-or-later
#include <QMimeData>
#include <QTest>
#include <QTreeView>

#include "base/log.h"
#include "ui/shell/language.h"
#include "ui/state/job_list_model.h"
#include "ui/support/fake_jobs.h"
#include "ui/support/watchdog.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;
using engine_api::Verb;

class TestJobListModel : public QObject {
  Q_OBJECT

  static QStringList titles(const JobListModel& jobs) {
    QStringList list;
    for (int row = 0; row < jobs.rowCount(); ++row) list << jobs.index(row, 0).data().toString();
    return list;
  }

 private Q_SLOTS:
  void initTestCase() {
    qputenv("FRAMEWRIGHT_ENGINE", "/nonexistent/engine.so");
    log::start(log::Console::off);
    setLanguage(QStringLiteral("en"));
  }

  void queueIsMirrored() {
    EngineBridge bridge;
    JobListModel jobs(bridge);
    const auto gate = fake::addKinds(bridge);
    for (const char* const title : {"a", "b", "c", "d"}) bridge.submit({"gate", title, {}});
    QTRY_COMPARE(jobs.rowCount(), 4);
    QTRY_VERIFY(jobs.job(1)->state == JobState::running);
    QVERIFY(bridge.send(Verb::reorder, 4, 0));
    QTRY_COMPARE(titles(jobs), QStringList({"a", "d", "b", "c"}));
    QVERIFY(bridge.send(Verb::hold, 2));
    QTRY_COMPARE(jobs.job(2)->state, JobState::held);
    QCOMPARE(jobs.waitingPosition(2), 1);
    // Drags "c" onto the first waiting row.
    QMimeData* const dragged = jobs.mimeData({jobs.index(3, 0)});
    QVERIFY(!jobs.dropMimeData(dragged, Qt::MoveAction, 1, 0, {}));
    delete dragged;
    QTRY_COMPARE(titles(jobs), QStringList({"a", "c", "d", "b"}));
    QVERIFY(bridge.send(Verb::abort, 1));
    QTRY_COMPARE(titles(jobs), QStringList({"c", "d", "b", "a"}));
    QCOMPARE(jobs.job(1)->state, JobState::cancelled);
    gate->open = true;
    // The held one stays; the last to end comes first.
    QTRY_COMPARE(titles(jobs), QStringList({"b", "d", "c", "a"}));
    QCOMPARE(jobs.endedCount(), 3);
    jobs.removeEnded();
    QTRY_COMPARE(titles(jobs), QStringList({"b"}));
  }

  void progressAndTimeAreShown() {
    EngineBridge bridge;
    JobListModel jobs(bridge);
    const auto gate = fake::addKinds(bridge);
    bridge.submit({"gate", "a", {}});
    const auto cell = [&](int column, int role = Qt::DisplayRole) {
      return jobs.index(0, column).data(role);
    };
    QTRY_COMPARE(cell(JobListModel::ProgressColumn, JobListModel::FractionRole).toDouble(), 0.3);
    QCOMPARE(cell(JobListModel::ProgressColumn).toString(),
             QStringLiteral("Denoising 3 of 10, 2.5 per second, loss 0.123"));
    QCOMPARE(cell(JobListModel::TimeColumn).toString(), QStringLiteral("0:03 left"));
    gate->open = true;
    QTRY_COMPARE(jobs.job(1)->state, JobState::finished);
    QVERIFY(cell(JobListModel::TimeColumn).toString().startsWith(QLatin1String("took ")));
    QVERIFY(!cell(JobListModel::ProgressColumn, JobListModel::FractionRole).isValid());
  }

  /// The lanes' jobs run at once: the one that computes is named first, and the longest lane counts.
  void lanesAreShownTogether() {
    EngineBridge bridge;
    JobListModel jobs(bridge);
    const auto gate = fake::addKinds(bridge);
    bridge.submit({"import", "clips", {}, 50});
    QTRY_VERIFY(jobs.activeJob() != nullptr && jobs.activeJob()->title() == QLatin1String("clips"));
    QCOMPARE(jobs.computingJob(), nullptr);
    bridge.submit({"gate", "a", {}});
    bridge.submit({"gate", "b", {}, 20});
    bridge.submit({"import", "more", {}, 100});
    QTRY_COMPARE(jobs.activeJobs().size(), size_t{2});
    QCOMPARE(titles(jobs).mid(0, 2), QStringList({"a", "clips"}));  // although that began first
    QCOMPARE(jobs.activeJob()->title(), QStringLiteral("a"));
    QCOMPARE(jobs.computingJob(), jobs.activeJob());
    QCOMPARE(jobs.waitingCount(), 2);
    QTRY_COMPARE(jobs.job(1)->secondsLeft().value_or(0), 2.8);
    QTRY_COMPARE(jobs.job(2)->secondsLeft().value_or(0), 2.8);
    QCOMPARE(jobs.timeLeft().seconds, 102.8);
    QCOMPARE(jobs.timeLeft().unknown, 0);
    gate->open = true;
    QTRY_COMPARE(jobs.endedCount(), 4);
  }

  /// A phase's progress says nothing about the job if there are other phases.
  void aPhaseIsNotTheJob_data() {
    QTest::addColumn<QString>("first");
    QTest::addColumn<double>("fraction");
    QTest::addColumn<QString>("time");
    QTest::newRow("nobody knows of a second one") << "reading clips" << 0.9 << "0:01 left";
    QTest::newRow("clips come after captions") << "encoding captions" << -1.0 << "0:01 left in this phase";
  }
  void aPhaseIsNotTheJob() {
    QFETCH(QString, first);
    QFETCH(double, fraction);
    QFETCH(QString, time);
    std::atomic<int> stage{0};
    const std::vector<Progress> all{{first.toStdString(), 9, 10, 1, 1}, {"searching", 1, 100, 1, 99}};
    EngineBridge bridge;
    JobListModel jobs(bridge);
    bridge.addKind({"stages", {}, [&](const nlohmann::json&) {
                      return engine_api::make_job([&](engine_api::JobContext& context) {
                        return fake::sayStages(all, stage, context);
                      });
                    }});
    bridge.submit({"stages", "a", {}});
    const auto cell = [&](int column, int role = Qt::DisplayRole) {
      return jobs.index(0, column).data(role);
    };
    const auto isIn = [&](const char* phase) {
      const JobRow* const job = jobs.activeJob();
      return job != nullptr && job->progress && job->progress->phase == phase;
    };
    QTRY_VERIFY(isIn(first.toUtf8()));
    QCOMPARE(cell(JobListModel::ProgressColumn, JobListModel::FractionRole).toDouble(), fraction);
    QCOMPARE(cell(JobListModel::TimeColumn).toString(), time);
    QCOMPARE(jobs.timeLeft().seconds, fraction < 0 ? 0.0 : 1.0);
    stage = 1;
    QTRY_VERIFY(isIn("searching"));
    QCOMPARE(cell(JobListModel::ProgressColumn, JobListModel::FractionRole).toDouble(), -1.0);
    QCOMPARE(cell(JobListModel::TimeColumn).toString(), QStringLiteral("1:39 left in this phase"));
    QCOMPARE(jobs.timeLeft().seconds, 0.0);
    QCOMPARE(jobs.timeLeft().unknown, 1);
    stage = 2;
    QTRY_COMPARE(jobs.endedCount(), 1);
  }

  void thousandJobsNeverBlock() {
    EngineBridge bridge;
    JobListModel jobs(bridge);
    fake::addKinds(bridge);
    QTreeView view;
    view.setUniformRowHeights(true);
    view.setModel(&jobs);
    view.show();
    int ended = 0;
    int64_t lastId = 0;
    bool ordered = true;
    connect(&jobs, &JobListModel::jobEnded, &view, [&](const JobRow& job) {
      ++ended;
      ordered = ordered && job.id == lastId + 1 && job.state == JobState::finished;
      lastId = job.id;
    });
    QTest::qWait(50);
    Watchdog watchdog;
    for (int job = 0; job < 1000; ++job) bridge.submit({"quick", "job", {}});
    QTRY_COMPARE_WITH_TIMEOUT(ended, 1000, 30000);
    QVERIFY(ordered);
    QVERIFY(!watchdog.wasBlocked());
  }
};

QTEST_MAIN(TestJobListModel)
#include "test_job_list_model.moc"
