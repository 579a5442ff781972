// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <filesystem>

#include "run/run_notes.h"
#include "ui/charts/run_chart.h"
#include "ui/monitor/chart_grid.h"
#include "ui/monitor/monitor_page.h"
#include "ui/state/file_path.h"
#include "ui/state/run_commands.h"
#include "ui/support/sample_run.h"
#include "ui/support/window_test.h"
#include "ui/train/process_choice.h"
#include "ui/train/train_page.h"
#include "workflow/preflight.h"

using namespace fw;
using namespace fw::ui;
namespace fs = std::filesystem;

/// A run that two processes on this machine train together, started, controlled and stopped in the window,
/// with the real engine.
class TestRanks : public WindowTest {
  Q_OBJECT

  static constexpr int waitMs = 240000;

  /// The sample project with a run that does not end by itself.
  fs::path makeProject() {
    const fs::path folder = toPath(path(QStringLiteral("project")));
    makeSampleProject(folder, {{"training.train_steps", int64_t{100000}},
                               {"training.gradient_accumulation_steps", int64_t{2}},
                               {"checkpoints.checkpointing_steps", int64_t{100000}},
                               {"run.device", std::string("cpu")}});
    return folder;
  }
  const JobRow* running() { return m_app->jobs().activeJob(); }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void cleanup() { m_app.reset(); }

  void twoProcessesAreOneJob() {
    if (QThread::idealThreadCount() < 2) QSKIP("Needs two cores.");
    makeFolder();
    qputenv("FRAMEWRIGHT_ENGINE", FW_ENGINE_LIBRARY);
    const fs::path folder = makeProject();
    m_gate.reset();
    m_app = std::make_unique<Application>();  // with the engine's jobs, not the test's
    m_app->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_app->window()));
    m_app->project().open(toText(folder));
    window().showPage(PageId::train);
    QTRY_VERIFY_WITH_TIMEOUT(action("train.start")->isEnabled(), 60000);
    auto& train = pageOf<TrainPage>();
    ProcessChoice& processes = train.processes();
    QTRY_VERIFY(processes.isVisible());
    QTest::keyClick(&processes, Qt::Key_Down);
    QCOMPARE(processes.count(), 2);
    keepPicture(QStringLiteral("train-processes"));
    // Two processes can share each sample of a run with one micro-batch per update, three cannot.
    const auto fault = [&](int64_t microBatches, int64_t ulysses, int64_t ring) {
      run::RunSettings settings;
      settings.gradient_accumulation_steps = microBatches;
      settings.ulysses = ulysses;
      settings.ring = ring;
      const auto found = workflow::process_fault(settings, processes.count());
      return found ? found->code : std::string();
    };
    QCOMPARE(fault(1, 1, 1), std::string("train.uneven_processes"));
    QCOMPARE(fault(1, 2, 1), std::string());
    QCOMPARE(fault(1, 1, 2), std::string());
    QCOMPARE(fault(6, 3, 1), std::string("train.odd_groups"));
    QTRY_VERIFY_WITH_TIMEOUT(train.check().isCurrent() && train.check().faults().empty(), 60000);
    action("train.start")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(run::list_runs(folder / "runs").size(), size_t{1}, 60000);
    const run::RunPaths run = run::list_runs(folder / "runs").front();
    QTRY_VERIFY_WITH_TIMEOUT(newestStep(run) >= 3, waitMs);
    QCOMPARE(eventsOf(run, "started").front().json.at("ranks"), 2);

    action("jobs.checkpoint")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(run::checkpoint_steps(run).size(), size_t{1}, waitMs);
    QVERIFY(running() != nullptr);  // it continues
    window().showPage(PageId::monitor);
    const auto chart = [&](const QString& title) {
      for (RunChart* const each : pageOf<MonitorPage>().findChild<ChartGrid*>()->charts())
        if (each->spec().title == title) return each;
      return static_cast<RunChart*>(nullptr);
    };
    for (const char* const title : {"Memory of each process", "Time of each process"})
      QTRY_VERIFY_WITH_TIMEOUT(chart(QLatin1String(title))->hasCurves(), 60000);
    keepPicture(QStringLiteral("monitor-processes"));

    const engine_api::JobId job = running()->id;
    bool asked = false;
    answer(QStringLiteral("stopJob"), &asked);
    action("jobs.stopAndSave")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(job), engine_api::JobState::stopped, waitMs);
    const int64_t stopped = run::checkpoint_steps(run).back();
    QVERIFY(stopped > 3);
    QVERIFY(fs::exists(run.result() / run::lora_file_name));
    for (const char* const rank : {"0", "1"}) QVERIFY(fs::exists(run.folder / "ranks" / rank / "log.txt"));
    const nlohmann::json figures = eventsOf(run, "metrics").back().json.at("values");
    for (const char* const name : {"rank0_bytes", "rank1_bytes", "rank0_seconds", "rank1_seconds"})
      QVERIFY2(figures.contains(name) && figures.at(name) > 0, name);

    resumeFromItsFolder(run, stopped);
  }

 private:
  /// As after a restart of the window, which knows only the run's folder.
  void resumeFromItsFolder(const run::RunPaths& run, int64_t stopped) {
    QVERIFY(submitResume(toText(run.folder), QStringLiteral("Again"), m_app->bridge()));
    QTRY_VERIFY_WITH_TIMEOUT(eventsOf(run, "started").size() == 2, waitMs);
    QCOMPARE(eventsOf(run, "started").back().json.at("ranks"), 2);
    QCOMPARE(eventsOf(run, "started").back().step, stopped);
    QTRY_VERIFY_WITH_TIMEOUT(newestStep(run) >= stopped + 2, waitMs);
    const engine_api::JobId job = running()->id;
    m_app->bridge().send(engine_api::Verb::abort, job);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(job), engine_api::JobState::cancelled, waitMs);
    QCOMPARE(run::checkpoint_steps(run).back(), stopped);
    QCOMPARE(run::read_run_notes(run).processes, int64_t{2});
  }
};

QTEST_MAIN(TestRanks)
#include "test_ranks.moc"
