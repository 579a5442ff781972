// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDateTime>
#include <QProgressBar>
#include <QTest>
#include <atomic>

#include "engine_api/requests.h"
#include "ui/charts/run_chart.h"
#include "ui/monitor/chart_grid.h"
#include "ui/monitor/monitor_page.h"
#include "ui/monitor/phase_strip.h"
#include "ui/monitor/run_bar.h"
#include "ui/state/fault_text.h"
#include "ui/state/job_list_model.h"
#include "ui/support/run_folders.h"
#include "ui/support/window_test.h"
#include "ui/theme/palettes.h"
#include "ui/widgets/flat_table.h"

using namespace fw;
using namespace fw::ui;

class TestPhaseStrip : public WindowTest {
  Q_OBJECT

  std::atomic<int> m_stage{0};  // of the training job

  MonitorPage& page() { return pageOf<MonitorPage>(); }

  void train(const RunFolder& run, double expectedSeconds = 0,
             const std::vector<Progress>& all = {
                 {"encoding clips", 2, 2}, {"computing the first step"}, {"training", 30, 100, 1, 70}}) {
    m_stage = 0;
    m_app->bridge().addKind({"train", {}, [this, all](const nlohmann::json&) {
                               return engine_api::make_job([this, all](engine_api::JobContext& context) {
                                 return fake::sayStages(all, m_stage, context);
                               });
                             }});
    QTRY_COMPARE(page().runTable()->model()->rowCount(), 1);
    m_app->bridge().submit(
        job_of(engine_api::TrainRequest{.run = run.path().toStdString()}, "live", expectedSeconds));
  }
  void openMonitor() {
    m_app->project().create(path(QStringLiteral("Cats")));
    QTRY_VERIFY(m_app->project().isOpen());
    window().showPage(PageId::monitor);
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
  }
  void cleanup() { m_app.reset(); }

  /// A single job: completed phases have a time, the others none.
  void phasesHaveTheirTimes() {
    openMonitor();
    RunFolder run(path(QStringLiteral("Cats")), QStringLiteral("live"), 100);
    for (int step = 1; step <= 30; ++step) run.metrics(step, {{QStringLiteral("loss"), 1.0 / step}});
    run.flush();
    train(run);
    PhaseStrip& strip = *page().bar()->phases();
    const QString none = strip.timeOf(RunPhase::train);
    QTRY_VERIFY(strip.isVisible());
    QVERIFY(strip.timeOf(RunPhase::clips) != none);
    QCOMPARE(strip.timeOf(RunPhase::captions), none);  // already encoded
    QCOMPARE(strip.timeOf(RunPhase::firstStep), none);
    m_stage = 1;
    QTRY_VERIFY(strip.timeOf(RunPhase::firstStep) != none);
    QVERIFY(!strip.timeOf(RunPhase::firstStep).contains(QLatin1String("left")));  // unknown
    m_stage = 2;
    QTRY_VERIFY(strip.timeOf(RunPhase::train).contains(QLatin1String("left")));
    keepPicture(QStringLiteral("monitor-phases"));
    m_stage = 3;
    QTRY_COMPARE(m_app->jobs().endedCount(), 1);
    QTRY_VERIFY(strip.timeOf(RunPhase::train) != none &&
                !strip.timeOf(RunPhase::train).contains(QLatin1String("left")));
  }

  /// The program was closed or killed: the phases' times are in the run's folder.
  void afterARestartThePhasesAreShownAgain() {
    openMonitor();
    RunFolder run(path(QStringLiteral("Cats")), QStringLiteral("live"), 100);
    for (int step = 1; step <= 30; ++step) run.metrics(step, {{QStringLiteral("loss"), 1.0 / step}});
    run.write(QStringLiteral("phases.json"),
              QStringLiteral(R"({"seconds": {"encoding clips": 60, "loading the model": 5, "training": 120,
                                 "denoising": 20, "decoding": 10}, "phase": "training", "counted_ms": 5})"));
    run.flush();
    PhaseStrip& strip = *page().bar()->phases();
    QTRY_VERIFY(strip.isVisible());
    const QString none = strip.timeOf(RunPhase::captions);
    QCOMPARE(strip.timeOf(RunPhase::clips), durationText(60));
    QCOMPARE(strip.timeOf(RunPhase::load), durationText(5));
    QCOMPARE(strip.timeOf(RunPhase::train), durationText(120));  // not being trained
    QCOMPARE(strip.timeOf(RunPhase::validate), durationText(30));
    QCOMPARE(strip.timeOf(RunPhase::save), none);
    keepPicture(QStringLiteral("monitor-phases-again"));
    // After resuming, the current phase continues counting.
    train(run, 0, {{"training", 30, 100, 1, 70}});
    QTRY_VERIFY(m_app->jobs().activeJob() != nullptr);
    QCOMPARE(strip.timeOf(RunPhase::train), durationText(120));
    run.write(QStringLiteral("phases.json"),
              QStringLiteral(R"({"seconds": {"training": 3600}, "phase": "training", "counted_ms": %1})")
                  .arg(QDateTime::currentMSecsSinceEpoch()));
    QTRY_VERIFY(strip.timeOf(RunPhase::train).startsWith(QLatin1String("1:00:0")));
    QTRY_VERIFY(strip.timeOf(RunPhase::train).contains(QLatin1String("left")));
    m_stage = 1;
    QTRY_COMPARE(m_app->jobs().endedCount(), 1);
    QTRY_COMPARE(strip.timeOf(RunPhase::train), durationText(3600));
  }

  /// Encoding a clip or validating is a part of the run: its end is not the run's.
  void progressAndTimeAreThoseOfTheWholeRun() {
    openMonitor();
    RunFolder run(path(QStringLiteral("Cats")), QStringLiteral("live"), 100);
    for (int step = 1; step <= 10; ++step) run.metrics(step, {{QStringLiteral("loss"), 1.0 / step}});
    run.flush();
    train(run, 10800,
          {{"encoding clips", 1, 2, 1, 5},
           {"training", 60, 100, 1, 4000},
           {"denoising", 1, 10, 1, 9},
           {"training", 61, 100, 1, 3900}});
    const JobListModel& jobs = m_app->jobs();
    const auto* const bar = page().bar()->findChild<QProgressBar*>();
    int lowest = 0;
    bool hasFallen = false;
    connect(bar, &QProgressBar::valueChanged, this, [&](int value) {
      hasFallen = hasFallen || value < lowest;
      lowest = std::max(lowest, value);
    });
    const auto phase = [&] {
      return jobs.rowCount() > 0 && jobs.activeJob() != nullptr && jobs.activeJob()->progress
                 ? jobs.activeJob()->progress->phase
                 : std::string();
    };
    const auto column = [&](JobListModel::Column wanted, int role) {
      return jobs.index(0, wanted).data(role);
    };
    QTRY_COMPARE(phase(), std::string("encoding clips"));
    QCOMPARE(jobs.timeLeft().seconds, 10800.0);
    QCOMPARE(column(JobListModel::TimeColumn, Qt::DisplayRole).toString(), QStringLiteral("3:00:00 left"));
    m_stage = 1;
    QTRY_COMPARE(phase(), std::string("training"));
    QCOMPARE(jobs.timeLeft().seconds, 4000.0);
    QTRY_COMPARE(bar->value(), 600);
    m_stage = 2;
    QTRY_COMPARE(phase(), std::string("denoising"));
    QCOMPARE(jobs.timeLeft().seconds, 4000.0);
    QCOMPARE(column(JobListModel::ProgressColumn, JobListModel::FractionRole).toDouble(), 0.6);
    m_stage = 3;
    QTRY_COMPARE(bar->value(), 610);
    QVERIFY(!hasFallen);
    m_stage = 4;
    QTRY_COMPARE(jobs.endedCount(), 1);
  }

  /// Each clip, and each part of it, has its own progress: none of them is the validation's.
  void aValidationOfTwoClipsHasOnlyItsTime() {
    openMonitor();
    RunFolder run(path(QStringLiteral("Cats")), QStringLiteral("live"), 100);
    for (int step = 1; step <= 60; ++step) run.metrics(step, {{QStringLiteral("loss"), 1.0 / step}});
    run.flush();
    const auto clip = [](const char* number) {
      return std::vector<ProgressDetail>{{"clip {number} of {count}", {{"number", number}, {"count", "2"}}}};
    };
    std::vector<Progress> all{{"training", 60, 100, 1, 40}, {"measuring the loss"}};
    for (const char* const number : {"1", "2"}) {
      all.push_back({"denoising", 1, 10, 1, 9, clip(number)});
      all.push_back({"decoding", 9, 10, 1, 1, clip(number)});
    }
    all.push_back({"checking the cache", 1, 10, 1, 9});
    train(run, 0, all);
    PhaseStrip& strip = *page().bar()->phases();
    const auto isFull = [&](RunPhase phase) {
      const QRectF cell = strip.places(strip.width())[static_cast<size_t>(phase)];
      return strip.grab().toImage().pixelColor((cell.bottomRight() - QPointF(3, 2)).toPoint()) ==
             tintColor(Tint::accent, strip.palette());
    };
    QTRY_VERIFY(strip.timeOf(RunPhase::train).endsWith(QLatin1String("0:40 left")));
    QVERIFY(!isFull(RunPhase::train));
    const auto isIn = [&](const Progress& wanted, RunPhase phase) {
      const JobRow& job = *m_app->jobs().activeJob();
      return job.progress->phase == wanted.phase && job.progress->done == wanted.done &&
             job.phases.current() == phase;
    };
    for (size_t stage = 1; stage < all.size(); ++stage) {
      m_stage = static_cast<int>(stage);
      const RunPhase phase = stage + 1 < all.size() ? RunPhase::validate : RunPhase::load;
      QTRY_VERIFY(isIn(all[stage], phase));
      QVERIFY2(!strip.timeOf(phase).contains(QLatin1String("left")), qPrintable(strip.timeOf(phase)));
      QVERIFY(isFull(phase));
    }
    m_stage = static_cast<int>(all.size());
    QTRY_COMPARE(m_app->jobs().endedCount(), 1);
  }

  void aNarrowWindowShortensNothing_data() {
    QTest::addColumn<QString>("language");
    for (const char* const language : {"en", "de", "zh_CN"})
      QTest::newRow(language) << QString::fromLatin1(language);
  }
  void aNarrowWindowShortensNothing() {
    QFETCH(QString, language);
    makeFolder();
    Settings().setLanguage(language);
    restart();
    window().resize(1024, 768);
    openMonitor();
    RunFolder run(path(QStringLiteral("Cats")), QStringLiteral("live"), 100);
    QJsonObject values{{QStringLiteral("loss"), 0.5}, {QStringLiteral("held_out_loss"), 0.6}};
    for (const char* const band : {"0_249", "250_499", "500_749", "750_999"})
      values.insert(QStringLiteral("loss_t") + QLatin1String(band), 0.5);
    for (int rank = 0; rank < 8; ++rank) values.insert(QStringLiteral("rank%1_bytes").arg(rank), 1e9);
    for (int step = 1; step <= 30; ++step) run.metrics(step, values);
    run.flush();
    train(run);
    const PhaseStrip& strip = *page().bar()->phases();
    const QString none = strip.timeOf(RunPhase::train);
    QTRY_VERIFY(strip.isVisible());
    m_stage = 1;
    QTRY_VERIFY(strip.timeOf(RunPhase::firstStep) != none);
    m_stage = 2;
    QTRY_VERIFY(strip.timeOf(RunPhase::train) != none);
    QTRY_VERIFY(window().width() == 1024 && page().charts()->charts()[0]->hasCurves());
    QTRY_COMPARE(strip.height(), strip.heightForWidth(strip.width()));
    const auto places = strip.places(strip.width());
    for (size_t i = 0; i < runPhaseCount; ++i) {
      const auto phase = static_cast<RunPhase>(i);
      QVERIFY(QFontMetrics(strip.fontOf(phase)).horizontalAdvance(phaseName(phase)) <= places[i].width() - 4);
      QVERIFY(strip.fontMetrics().horizontalAdvance(strip.timeOf(phase)) <= places[i].width() - 4);
      QVERIFY(QRectF(strip.rect()).adjusted(0, 0, 1, 1).contains(places[i]));
    }
    keepPictureOf(window(), QStringLiteral("monitor-narrow-") + language);
    int entries = 0;
    for (RunChart* const chart : page().charts()->charts()) {
      if (!chart->hasCurves()) continue;
      chart->replot();
      for (int i = 0; i < chart->legend->itemCount(); ++i) {
        const QCPAbstractLegendItem* const entry = chart->legend->item(i);
        if (entry == nullptr) continue;
        ++entries;
        QVERIFY(entry->outerRect().width() >= entry->minimumOuterSizeHint().width());
        QVERIFY(entry->outerRect().right() <= chart->width());
        QVERIFY(entry->outerRect().bottom() <= chart->axisRect()->top());
      }
    }
    QCOMPARE(entries, 2 + 4 + 8);
    m_stage = 3;
    QTRY_COMPARE(m_app->jobs().endedCount(), 1);
  }
};

QTEST_MAIN(TestPhaseStrip)
#include "test_phase_strip.moc"
