// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDialogButtonBox>
#include <QDirIterator>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <set>

#include "run/changed_prompts.h"
#include "run/run_notes.h"
#include "support/project_changes.h"
#include "ui/charts/run_chart.h"
#include "ui/gallery/gallery_fixture.h"
#include "ui/monitor/monitor_page.h"
#include "ui/monitor/prompt_dialog.h"
#include "ui/monitor/run_choice_model.h"
#include "ui/monitor/sample_panel.h"
#include "ui/monitor/sample_strip.h"
#include "ui/run_settings/setting_row.h"
#include "ui/state/fault_text.h"
#include "ui/support/session_test.h"
#include "ui/support/train_folders.h"
#include "ui/train/runs_view.h"
#include "ui/train/train_page.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;

namespace {

struct Clips : GalleryFixture {
  using GalleryFixture::addClip;
};

}  // namespace

/// Runs are queued, watched while training, stopped, renamed, annotated and deleted. The engine's jobs are
/// the test's own.
class TestSessionQueue : public SessionTest {
  Q_OBJECT

  static constexpr int runs = 3;

  TrainPage& train() { return pageOf<TrainPage>(); }
  MonitorPage& monitor() { return pageOf<MonitorPage>(); }
  SamplePanel& samples() { return *monitor().samples(); }
  const JobRow& job(int row) { return *m_app->jobs().job(m_app->jobs().index(row, 0)); }
  /// The run that is trained first.
  const RunRow& firstRun() {
    for (const RunRow& run : m_app->runs().runs())
      if (run.job == job(0).id) return run;
    throw std::runtime_error("the first run is not listed");
  }

  void prepare() {
    m_app->bridge().addKind(engine_api::kind_of<engine_api::PlanRequest>(
        [](const engine_api::PlanRequest& request, engine_api::JobContext&) {
          return fake::planOnTwoDisks(request);
        }));
    auto made = project::Project::create(project().toStdString());
    add_test_clips(made, 3);
    project::set_project_buckets(made, std::vector{catalog::Bucket{9, 64, 96}});
    fake::chooseModel(project().toStdString(), FW_SOURCE_FOLDER "/resources/sample/model");
  }

  void openProject(UserInput& input) {
    input.chooseFile(project(), [&] { input.command("project.open"); });
    input.page(PageId::train);
    input.await(QStringLiteral("a run can be started"), [&] { return action("train.start")->isEnabled(); });
  }

  /// A setting is reset by its arrow, which is not highlighted when it reappears.
  void resetASetting(UserInput& input) {
    SettingRow& row = *train().form().row("lora.rank");
    const int64_t before = train().draft().run().settings.rank;
    auto* const arrow = train().findChild<QToolButton*>(QStringLiteral("lora.rank.reset"));
    for (const bool again : {false, true}) {
      input.fill(row.editor(), QStringLiteral("3"));
      input.key(QKeySequence(Qt::Key_Tab));
      input.await(QStringLiteral("it can be reset"), [&] { return arrow->isVisible(); });
      QVERIFY(!arrow->underMouse() && !arrow->isDown());
      if (again) break;
      input.press(arrow);
      input.await(QStringLiteral("it is reset"), [&] { return !arrow->isVisible(); });
      QCOMPARE(train().draft().run().settings.rank, before);
    }
  }

  /// A run is one job, including its encoding; names are unique. Wherever the focus is afterwards, Space ends
  /// nothing.
  void queueRuns(UserInput& input) {
    for (int run = 1; run <= runs; ++run) {
      input.page(PageId::train);
      input.await(QStringLiteral("a run can be queued"),
                  [&] { return action("train.enqueue")->isEnabled(); });
      input.fill(train().form().row("run.name")->editor(), QStringLiteral("q2"));
      input.press(train().findChild<QPushButton*>(QStringLiteral("train.enqueue.button")));
      input.await(QStringLiteral("it is in the queue"), [&] { return m_app->jobs().rowCount() == run; });
      input.await(QStringLiteral("the first run trains"), [&] { return job(0).state == JobState::running; });
      for (int i = 0; i < 3; ++i) input.key(QKeySequence(Qt::Key_Space));
    }
    input.await(QStringLiteral("all runs are listed"), [&] { return m_app->runs().rowCount() == runs; });
    std::set<QString> names, titles;
    for (const RunRow& run : m_app->runs().runs()) names.insert(m_app->runs().nameOf(run));
    for (int row = 0; row < runs; ++row) {
      QCOMPARE(job(row).kind, std::string("train"));
      titles.insert(job(row).title());
    }
    QCOMPARE(names.size(), size_t{runs});
    QCOMPARE(titles.size(), size_t{runs});
    QCOMPARE(job(0).state, JobState::running);
    QCOMPARE(m_app->jobs().waitingCount(), runs - 1);
  }

  /// The training run's clips appear on the Monitor page as they are generated, and play there.
  void watchSamples(UserInput& input) {
    input.page(PageId::monitor);
    const QString name = QFileInfo(firstRun().folder).fileName();
    const QModelIndex row = monitor().choice()->indexOf(firstRun().folder);
    chooseRow(input, *monitor().runTable(), row.row());
    RunFolder run(project(), name, 40);
    for (const int step : {0, 20}) {
      for (int trained = step - 19; trained <= step && step > 0; ++trained)
        run.metrics(trained, {{QStringLiteral("loss"), 0.1 + 1.0 / trained}});
      Clips::addClip(run, step, QStringLiteral("0-0"), 9, 40 + step);
      run.flush();
      input.await(QStringLiteral("the clip of step %1 is there").arg(step), [&] {
        const auto& cells = samples().strip()->cells();
        return cells.size() == (step == 0 ? 1 : 2) && samples().strip()->clips().back().step == step;
      });
    }
    if (input.usesMouse()) {
      input.click(samples().strip(), samples().strip()->cells().back().place.center());
    } else {
      input.focus(samples().strip());
      input.key(QKeySequence(Qt::Key_Return));
    }
    input.await(QStringLiteral("it plays"), [&] { return samples().player()->isPlaying(); });
    QVERIFY(samples().player()->cache().file().string().find("step-00000020") != std::string::npos);
    input.press(samples().findChild<QWidget*>(QStringLiteral("closeSample")));
    input.await(QStringLiteral("the player is closed"), [&] { return !samples().player()->isVisible(); });
  }

  /// Invalid prompts are rejected; a training run uses valid ones.
  void changePrompts(UserInput& input) {
    input.inDialog([&] { input.command("monitor.prompts"); },
                   [&](QDialog& opened) {
                     auto& dialog = dynamic_cast<PromptDialog&>(opened);
                     auto* const save = dialog.findChild<QPushButton*>(QStringLiteral("savePrompts"));
                     input.fill(dialog.editor(), QStringLiteral("an owl@@@large"));
                     input.press(save);
                     input.await(QStringLiteral("it is refused"),
                                 [&] { return !dialog.problem().isEmpty(); });
                     input.fill(dialog.editor(), QStringLiteral("an owl, asleep"));
                     input.press(save);
                   });
    QCOMPARE(run::read_changed_prompts({firstRun().folder.toStdString()}).value(),
             std::vector<std::string>{"an owl, asleep"});
    QCOMPARE(job(0).state, JobState::running);
  }

  /// While the run is stopping, Space does not cancel it either.
  void stop(UserInput& input) {
    input.answer(QStringLiteral("stopJob"), [&] { input.command("jobs.stopAndSave"); });
    for (int i = 0; i < 3; ++i) input.key(QKeySequence(Qt::Key_Space));
    QVERIFY(QApplication::activeModalWidget() == nullptr);
    QVERIFY(job(0).isActive());
    m_gate->open = true;
    input.await(QStringLiteral("all runs are done"),
                [&] { return m_app->jobs().activeJob() == nullptr && m_app->jobs().waitingCount() == 0; });
    for (int row = 0; row < runs; ++row) QCOMPARE(job(row).state, JobState::finished);
  }

  /// A run gets a name, a note and a star, and is deleted once the space to be freed is known.
  void tidyRuns(UserInput& input) {
    input.page(PageId::train);
    input.tab(train().findChild<QTabWidget*>()->tabBar(), 2);
    const QString folder = firstRun().folder;
    FlatTable& table = *train().findChild<RunsView*>()->table();
    for (int row = 0; row < runs; ++row)
      if (m_app->runs().runs()[size_t(row)].folder == folder) chooseRow(input, table, row);
    const auto notes = [&] { return m_app->runs().run(folder)->notes; };
    input.inDialog([&] { input.command("train.renameRun"); },
                   [&](QDialog& dialog) {
                     input.fill(dialog.findChild<QLineEdit*>(), QStringLiteral("Owls"));
                     input.key(QKeySequence(Qt::Key_Return));
                   });
    input.await(QStringLiteral("the run has a name"), [&] { return notes().name == "Owls"; });
    input.inDialog([&] { input.command("train.noteRun"); },
                   [&](QDialog& dialog) {
                     input.fill(dialog.findChild<QPlainTextEdit*>(), QStringLiteral("too bright"));
                     input.press(dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok));
                   });
    input.await(QStringLiteral("the run has a note"), [&] { return notes().note == "too bright"; });
    input.command("train.starRun");
    input.await(QStringLiteral("the run has a star"), [&] { return notes().starred; });
    QCOMPARE(run::read_run_notes({folder.toStdString()}), (run::RunNotes{"Owls", "too bright", true}));
    uint64_t bytes = 0;
    for (QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
         files.hasNext();)
      bytes += uint64_t(QFileInfo(files.next()).size());
    input.inDialog([&] { input.command("train.deleteRun"); },
                   [&](QDialog& dialog) {
                     const auto& question = dynamic_cast<QMessageBox&>(dialog);
                     input.await(QStringLiteral("it is said what that frees"), [&] {
                       return question.text().contains(QLatin1String("Owls")) &&
                              question.informativeText().contains(bytesText(bytes));
                     });
                     input.press(dialog.findChild<QPushButton*>(QStringLiteral("deleteRun")));
                   });
    input.await(QStringLiteral("the run is gone"),
                [&] { return table.model()->rowCount() == runs - 1 && !QFileInfo::exists(folder); });
  }

  void session(UserInput& input) {
    openProject(input);
    resetASetting(input);
    queueRuns(input);
    watchSamples(input);
    changePrompts(input);
    stop(input);
    tidyRuns(input);
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    open();
    prepare();
  }
  void cleanup() {
    m_gate->open = true;
    m_app.reset();
  }

  void runsAreQueuedAndTidied_data() { bothWays(); }
  void runsAreQueuedAndTidied() {
    walk([this](UserInput& input) { session(input); });
  }
};

QTEST_MAIN(TestSessionQueue)
#include "test_session_queue.moc"
