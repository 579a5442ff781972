// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <atomic>
#include <thread>

#include "engine_api/requests.h"
#include "ui/monitor/monitor_page.h"
#include "ui/monitor/phase_strip.h"
#include "ui/monitor/run_bar.h"
#include "ui/support/run_folders.h"
#include "ui/support/window_test.h"
#include "ui/widgets/flat_table.h"

using namespace fw;
using namespace fw::ui;

class TestPhaseStrip : public WindowTest {
  Q_OBJECT

  MonitorPage& page() { return pageOf<MonitorPage>(); }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
  }
  void cleanup() { m_app.reset(); }

  /// One job for all of it: what is done has its time, the rest none.
  void phasesHaveTheirTimes() {
    m_app->project().create(path(QStringLiteral("Cats")));
    QTRY_VERIFY(m_app->project().isOpen());
    window().showPage(PageId::monitor);
    RunFolder run(path(QStringLiteral("Cats")), QStringLiteral("live"), 100);
    for (int step = 1; step <= 30; ++step) run.metrics(step, {{QStringLiteral("loss"), 1.0 / step}});
    run.flush();
    std::atomic<int> stage{0};
    m_app->bridge().addKind({"train", {}, [&](const nlohmann::json&) {
                               return engine_api::make_job([&](engine_api::JobContext& context) {
                                 const Progress all[]{{"encoding clips", 2, 2},
                                                      {"computing the first step"},
                                                      {"training", 30, 100, 1, 70}};
                                 for (const Progress& progress : all) {
                                   for (const int now = stage; stage == now;) {
                                     if (context.stop().stop_requested()) throw Cancelled();
                                     context.progress(progress);
                                     std::this_thread::sleep_for(std::chrono::milliseconds(5));
                                   }
                                 }
                                 return engine_api::Outcome::finished({});
                               });
                             }});
    QTRY_COMPARE(page().runTable()->model()->rowCount(), 1);
    PhaseStrip& strip = *page().bar()->phases();
    QVERIFY(!strip.isVisible());
    m_app->bridge().submit(job_of(engine_api::TrainRequest{.run = run.path().toStdString()}, "live"));
    const QString none = strip.timeOf(RunPhase::train);
    QTRY_VERIFY(strip.isVisible());
    QVERIFY(strip.timeOf(RunPhase::clips) != none);
    QCOMPARE(strip.timeOf(RunPhase::captions), none);  // was there already
    QCOMPARE(strip.timeOf(RunPhase::firstStep), none);
    stage = 1;
    QTRY_VERIFY(strip.timeOf(RunPhase::firstStep) != none);
    QVERIFY(!strip.timeOf(RunPhase::firstStep).contains(QLatin1String("left")));  // nobody knows
    stage = 2;
    QTRY_VERIFY(strip.timeOf(RunPhase::train).contains(QLatin1String("left")));
    keepPicture(QStringLiteral("monitor-phases"));
    stage = 3;
    QTRY_COMPARE(m_app->jobs().endedCount(), 1);
    QTRY_VERIFY(strip.timeOf(RunPhase::train) != none &&
                !strip.timeOf(RunPhase::train).contains(QLatin1String("left")));
  }
};

QTEST_MAIN(TestPhaseStrip)
#include "test_phase_strip.moc"
