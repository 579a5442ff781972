// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/resource.h>

#include <QTest>
#include <csignal>
#include <filesystem>
#include <optional>

#include "ui/monitor/monitor_page.h"
#include "ui/monitor/run_bar.h"
#include "ui/shell/log_dock.h"
#include "ui/state/file_path.h"
#include "ui/support/sample_run.h"
#include "ui/support/window_test.h"
#include "ui/train/train_page.h"

using namespace fw;
using namespace fw::ui;
namespace fs = std::filesystem;

namespace {

/// Space for everything that a window writes for a run, but too little for a checkpoint: the system refuses
/// it even to root.
class FullDisk {
 public:
  FullDisk() {
    ::getrlimit(RLIMIT_FSIZE, &m_before);
    rlimit limit = m_before;
    limit.rlim_cur = rlim_t{1} << 20;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() { ::setrlimit(RLIMIT_FSIZE, &m_before); }
  FullDisk(const FullDisk&) = delete;

 private:
  rlimit m_before{};
};

}  // namespace

/// A run with a full disk, trained by the real engine and watched in the window.
class TestFullDisk : public WindowTest {
  Q_OBJECT

  static constexpr int steps = 6;
  static constexpr int waitMs = 240000;

  RunBar& bar() { return *pageOf<MonitorPage>().bar(); }
  bool isWaiting() { return bar().phaseText().startsWith(QLatin1String("Waiting for free disk space")); }
  bool isLogged(const char* text) { return window().logDock().textToCopy().contains(QLatin1String(text)); }

 private Q_SLOTS:
  void initTestCase() {
    isolate();
    std::signal(SIGXFSZ, SIG_IGN);  // otherwise the limit ends the process
  }
  void cleanup() { m_app.reset(); }

  void theRunWaitsAndGoesOn() {
    makeFolder();
    qputenv("FRAMEWRIGHT_ENGINE", FW_ENGINE_LIBRARY);
    const fs::path folder = toPath(path(QStringLiteral("project")));
    makeSampleProject(folder, {{"training.train_steps", int64_t{steps}},
                               {"checkpoints.checkpointing_steps", int64_t{steps / 2}},
                               {"lora.rank", int64_t{64}},  // more than a MiB
                               {"run.device", std::string("cpu")}});
    m_app = std::make_unique<Application>();  // with the engine's jobs, not the test's
    m_app->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_app->window()));
    activate();
    m_app->project().open(toText(folder));
    window().showPage(PageId::train);
    auto& train = pageOf<TrainPage>();
    QTRY_VERIFY_WITH_TIMEOUT(
        action("train.start")->isEnabled() && train.check().isCurrent() && train.check().faults().empty(),
        60000);
    std::optional<FullDisk> disk(std::in_place);
    QTest::mouseClick(train.findChild<QPushButton*>(QStringLiteral("train.start.button")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(pageOf<MonitorPage>().isVisible(), 60000);
    QTRY_VERIFY2_WITH_TIMEOUT(isWaiting(), qPrintable(bar().phaseText()), waitMs);
    QVERIFY2(bar().phaseText().contains(QLatin1String("checkpoint")), qPrintable(bar().phaseText()));
    QTRY_VERIFY(isLogged("The run waits for the disk"));
    const run::RunPaths run = run::list_runs(folder / "runs").front();
    QVERIFY(run::checkpoint_steps(run).empty());
    QCOMPARE(newestStep(run), int64_t{steps / 2});
    const engine_api::JobId job = m_app->jobs().activeJob()->id;
    QCOMPARE(stateOf(job), engine_api::JobState::running);

    disk.reset();
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(job), engine_api::JobState::finished, waitMs);
    QTRY_VERIFY(isLogged("the run goes on"));
    QVERIFY(!isWaiting());
    QCOMPARE(run::checkpoint_steps(run), (std::vector<int64_t>{steps / 2, steps}));
    QCOMPARE(eventsOf(run, "metrics").size(), size_t{steps});
    QVERIFY(fs::exists(run.result() / run::lora_file_name));
  }
};

QTEST_MAIN(TestFullDisk)
#include "test_full_disk.moc"
