// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <cmath>

#include "support/project_changes.h"
#include "text/tokenizer.h"
#include "ui/charts/run_chart.h"
#include "ui/dataset/bucket_panel.h"
#include "ui/dataset/bucket_planner.h"
#include "ui/dataset/finding_list.h"
#include "ui/monitor/chart_grid.h"
#include "ui/monitor/monitor_page.h"
#include "ui/monitor/phase_strip.h"
#include "ui/monitor/run_bar.h"
#include "ui/monitor/run_choice_model.h"
#include "ui/run_settings/setting_row.h"
#include "ui/shell/navigation_rail.h"
#include "ui/shell/settings_dialog.h"
#include "ui/start/interrupted_card.h"
#include "ui/start/left_jobs_card.h"
#include "ui/support/run_folders.h"
#include "ui/support/session_test.h"
#include "ui/support/train_folders.h"
#include "ui/train/check_card.h"
#include "ui/train/preset_button.h"
#include "ui/train/preset_list.h"
#include "ui/train/train_page.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;

/// From clips to runs and their curves, repeating past bugs. The engine's jobs are the test's own.
class TestSessionRuns : public SessionTest {
  Q_OBJECT

  static constexpr int clips = 3;
  static constexpr int runs = 4;       // including the one started here
  static constexpr int measured = 20;  // the step of the long run with a held-out loss
  enum Stage { loading, loaded, firstStep, training, waitingForDisk, ended };
  std::shared_ptr<std::atomic<int>> m_stage;  // of the training job

  TrainPage& train() { return pageOf<TrainPage>(); }
  MonitorPage& monitor() { return pageOf<MonitorPage>(); }
  bool isAdvised(const char* code) { return train().findChild<CheckCard*>()->holds(code); }
  RunChart& loss() { return *monitor().charts()->charts()[0]; }
  StepView& view() { return monitor().charts()->view(); }

  /// Reports a run's progress until its first step is done, as slowly as the test wants.
  void addTraining() {
    m_stage = std::make_shared<std::atomic<int>>(loading);
    using namespace engine_api;
    const auto work = [stage = m_stage](JobContext& context) {
      const Progress phases[]{{"loading the model", 183, 184, 90, 0.01, {}},
                              {"loading the model", 184, 184, 90, 0.0, {}},
                              {"computing the first step", 0, 0, 0, {}, {}},
                              {"training", 5, 40, 0.5, 70.0, {{"loss {loss}", {{"loss", "0.1"}}}}},
                              {"waiting for free disk space", 0, 0, 0, {}, {{"needs 1.2 GiB", {}}}}};
      while (*stage < ended) {
        if (context.stop().stop_requested()) throw Cancelled();
        if (const auto request = context.take_request(); request && request->verb == Verb::stop_and_save)
          return Outcome{JobState::stopped, {}, {}};
        context.progress(phases[*stage]);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
      return Outcome::finished({});
    };
    m_app->bridge().addKind({"train",
                             {Verb::pause, Verb::stop_and_save, Verb::checkpoint_now, Verb::resume},
                             [work](const nlohmann::json&) { return make_job(work); }});
    m_app->bridge().addKind(kind_of<PlanRequest>(
        [](const PlanRequest& request, JobContext&) { return fake::planOnTwoDisks(request); }));
  }

  /// A project with clips and three runs: a long one, a stopped one, and one with a single step.
  void prepare() {
    {
      auto made = project::Project::create(project().toStdString());
      add_test_clips(made, clips);
      set_setting(made, "model_folder", FW_SOURCE_FOLDER "/resources/sample/model");
    }
    const std::pair<const char*, int> lengths[]{{"long", 200}, {"stopped", 5}, {"begun", 1}};
    for (const auto& [name, steps] : lengths) {
      RunFolder run(project(), QLatin1String(name), steps == 200 ? 200 : 40);
      for (int step = 1; step <= steps; ++step)
        run.metrics(step, {{QStringLiteral("loss"), 0.08 + 0.25 * std::exp(-step / 60.0)}});
      run.checkpoint(steps);
      if (steps == 200)
        run.event(QStringLiteral("held_out"), measured,
                  {{QStringLiteral("values"), QJsonObject{{QStringLiteral("held_out_loss"), 0.2}}}});
      run.flush();
      if (steps == 5) QDir().mkpath(run.path() + QStringLiteral("/result"));
    }
    fake::chooseModel(project().toStdString(), FW_SOURCE_FOLDER "/resources/sample/model");
  }

  void openProject(UserInput& input) {
    input.chooseFile(project(), [&] { input.command("project.open"); });
    input.page(PageId::dataset);
    awaitClips(input, clips);
  }

  /// The Dataset page's suggestion is used for training, even if nobody has opened its buckets.
  void trainWithoutBuckets(UserInput& input) {
    input.await(QStringLiteral("buckets are suggested"), [&] { return page().planner()->plan() != nullptr; });
    input.page(PageId::train);
    input.await(QStringLiteral("a run can be started"), [&] {
      return action("train.start")->isEnabled() && train().check().isCurrent() &&
             train().check().facts().samples == clips;
    });
  }

  void chooseClip(UserInput& input) {
    input.page(PageId::dataset);
    if (input.usesMouse()) {
      ClipGrid& grid = *browser().grid();
      input.clickItem(grid, browser().model()->index(0, 0));
    } else {
      input.focus(browser().grid());
      input.key(QKeySequence(Qt::Key_Home));
    }
    input.await(QStringLiteral("its caption can be edited"), [&] {
      return browser().currentClip() == browser().model()->idAt(0) && editor().edit()->isEnabled() &&
             !editor().edit()->isReadOnly();
    });
  }
  void save(UserInput& input) {
    input.key(QKeySequence(Qt::CTRL | Qt::Key_Return));
    input.await(QStringLiteral("it is saved"),
                [&] { return captions()[0] == editor().edit()->toPlainText().toStdString(); });
  }

  /// The caret stays in place when typed text is saved.
  void keepTheCaret(UserInput& input) {
    chooseClip(input);
    input.fill(editor().edit(), QStringLiteral("a ball"));
    input.key(QKeySequence(Qt::Key_Left));
    save(input);
    QCOMPARE(editor().edit()->textCursor().position(), 5);
  }

  /// A caption over the model's limit is counted, listed, and reported before a run.
  void writeTooMuch(UserInput& input) {
    if (!text::has_sentencepiece()) return;
    QString words;
    for (int word = 0; word < 400; ++word) words += QStringLiteral("ball ");
    chooseClip(input);
    input.focus(editor().edit());
    QApplication::clipboard()->setText(words);
    input.key(QKeySequence(QKeySequence::SelectAll));
    input.key(QKeySequence(QKeySequence::Paste));
    save(input);
    awaitCount(input, HealthStrip::TooLong, 1);
    list(input, HealthStrip::TooLong, 1);
    list(input, HealthStrip::AllClips, clips);
    input.page(PageId::train);
    input.await(QStringLiteral("it is told of"), [&] { return isAdvised("train.captions_too_long"); });
  }

  /// Clips may be enlarged into a bucket, with a warning if the model is made for less; presets make no other
  /// promise.
  void chooseALargeBucket(UserInput& input) {
    input.page(PageId::dataset);
    input.tab(page().findChild<QTabWidget*>()->tabBar(), 1);
    input.fill(page().buckets()->newBucket(), QStringLiteral("33x480x640"));
    input.key(QKeySequence(Qt::Key_Return));
    const auto isTaken = [&] {
      const project::BucketPlan* const plan = page().planner()->plan();
      return plan != nullptr && !page().planner()->isProposal() && plan->totals.unfit == 0 &&
             std::ranges::any_of(plan->assignments, [](const dataset::BucketAssignment& each) {
               return each.fit && each.fit->bucket == catalog::Bucket{33, 480, 640};
             });
    };
    input.await(QStringLiteral("the clips are in it"), isTaken);
    const QString advice = page().buckets()->findChild<FindingList*>()->text();
    QVERIFY2(!advice.contains(QLatin1String("No clip fits")), qPrintable(advice));
    input.tab(page().findChild<QTabWidget*>()->tabBar(), 0);
    input.page(PageId::train);
    input.await(QStringLiteral("it is told of"), [&] { return isAdvised("train.bucket_large"); });
    PresetButton* const preset = train().presets().buttons().front();
    input.press(preset);
    input.await(QStringLiteral("the preset is used"),
                [&] { return preset->isUsed() && isAdvised("train.bucket_large"); });
  }

  /// The free space is that of the disk that the run is written to.
  void chooseASmallDisk(UserInput& input) {
    QVERIFY(!isAdvised("train.disk_short"));
    SettingsForm& form = train().form();
    input.press(form.advanced());
    QWidget* const folder = form.row("run.output_dir")->editor();
    for (const char* const disk : {"small", "large"}) {
      input.fill(folder, path(QLatin1String(disk)));
      input.key(QKeySequence(Qt::Key_Tab));
      const bool isShort = disk == std::string_view("small");
      input.await(QStringLiteral("what it holds is known"),
                  [&] { return isAdvised("train.disk_short") == isShort; });
    }
  }

  /// Without space for a checkpoint a run waits and reports it; it continues once there is space, and can be
  /// ended meanwhile.
  void fillTheDisk(UserInput& input) {
    RunBar& bar = *monitor().bar();
    const auto isSaid = [&](const char* phase) { return bar.phaseText().startsWith(QLatin1String(phase)); };
    for (const bool goesOn : {true, false}) {
      *m_stage = waitingForDisk;
      input.await(QStringLiteral("it waits"), [&] { return isSaid("Waiting for free disk space"); });
      QVERIFY2(bar.phaseText().contains(QLatin1String("1.2 GiB")), qPrintable(bar.phaseText()));
      QVERIFY2(!bar.phaseText().contains(QLatin1String("left")), qPrintable(bar.phaseText()));
      if (!goesOn) return;
      *m_stage = training;
      input.await(QStringLiteral("it goes on"), [&] { return isSaid("Training"); });
    }
  }

  /// The line above the curves shows the current phase; its bar moves once the run trains.
  void watchTheStart(UserInput& input) {
    input.await(QStringLiteral("a run can be started"), [&] { return action("train.start")->isEnabled(); });
    input.press(train().findChild<QPushButton*>(QStringLiteral("train.start.button")));
    input.await(QStringLiteral("the Monitor page is shown"), [&] { return monitor().isVisible(); });
    RunBar& bar = *monitor().bar();
    const auto& progress = *bar.findChild<QProgressBar*>();
    const auto isSaid = [&](const char* phase, bool isKnown) {
      return bar.phaseText().startsWith(QLatin1String(phase)) && (progress.maximum() > 0) == isKnown;
    };
    // Bar and time are the run's: loading does not move them.
    input.await(QStringLiteral("it is loaded"), [&] { return isSaid("Loading the model 183", false); });
    QCOMPARE(m_app->jobs().rowCount(), 1);  // including its encoding
    QVERIFY2(!bar.phaseText().contains(QLatin1String("0:00")), qPrintable(bar.phaseText()));
    *m_stage = loaded;  // all but its end
    input.await(QStringLiteral("no end is promised"), [&] { return isSaid("Loading the model 184", false); });
    QVERIFY2(!bar.phaseText().contains(QLatin1String("0:00")), qPrintable(bar.phaseText()));
    *m_stage = firstStep;
    input.await(QStringLiteral("the first step"), [&] { return isSaid("Computing the first step", false); });
    *m_stage = training;
    input.await(QStringLiteral("steps"), [&] { return isSaid("Training", true); });
    QVERIFY2(bar.phaseText().contains(QLatin1String("1:10 left")), qPrintable(bar.phaseText()));
    QCOMPARE(progress.value(), 125);
    const PhaseStrip& strip = *bar.phases();
    QVERIFY(strip.isVisible() && strip.timeOf(RunPhase::load) != QStringLiteral("–"));
    QVERIFY(strip.timeOf(RunPhase::train).endsWith(QLatin1String("left")));
    QCOMPARE(strip.timeOf(RunPhase::save), QStringLiteral("–"));
    fillTheDisk(input);
    input.answer(QStringLiteral("stopJob"), [&] { input.command("jobs.stopAndSave"); });
    input.await(QStringLiteral("the run has stopped"), [&] { return m_app->jobs().activeJob() == nullptr; });
  }

  void chooseRun(UserInput& input, const QString& name, bool tick = false) {
    FlatTable& table = *monitor().runTable();
    RunChoiceModel& choice = *monitor().choice();
    const QString folder = project() + QStringLiteral("/runs/") + name;
    input.await(QStringLiteral("the runs are listed"),
                [&] { return choice.rowCount() == runs && choice.indexOf(folder).isValid(); });
    const QModelIndex row = choice.indexOf(folder);
    if (input.usesMouse()) {
      const QRect cell = table.visualRect(row);
      input.click(table.viewport(), tick ? QPoint(cell.left() + 12, cell.center().y()) : cell.center());
    } else {
      input.focus(&table);
      input.key(QKeySequence(Qt::Key_Home));
      for (int step = 0; step < row.row(); ++step) input.key(QKeySequence(Qt::Key_Down));
    }
    if (tick && !input.usesMouse()) input.key(QKeySequence(Qt::Key_Space));
    if (tick)
      return input.await(QStringLiteral("it is ticked"), [&] {
        return choice.indexOf(folder).data(Qt::CheckStateRole).toInt() == int(Qt::Checked);
      });
    input.await(QStringLiteral("its curve is drawn"), [&] {
      return choice.main() == folder && loss().hasCurves() && loss().lines().front().run == name;
    });
  }

  /// A stopped run shows its step, and can be resumed.
  void resumeTheStopped(UserInput& input) {
    chooseRun(input, QStringLiteral("stopped"));
    RunBar& bar = *monitor().bar();
    input.await(QStringLiteral("it is said where it stopped"),
                [&] { return bar.phaseText().contains(QLatin1String("5 of 40")); });
    QCOMPARE(bar.findChild<QProgressBar*>()->value(), 125);
    *m_stage = training;
    input.press(bar.findChild<QToolButton*>(QStringLiteral("monitor-resume")));
    input.await(QStringLiteral("it goes on"), [&] { return m_app->jobs().activeJob() != nullptr; });
    *m_stage = ended;
    input.await(QStringLiteral("it ends"), [&] { return m_app->jobs().activeJob() == nullptr; });
  }

  /// Another run shows all its steps whatever was visible before, and a single step is a dot.
  void zoom(UserInput& input) {
    chooseRun(input, QStringLiteral("long"));
    input.await(QStringLiteral("all its steps are drawn"), [&] { return view().to() == 200; });
    input.focus(&loss());
    if (input.usesMouse()) {
      const QPointF at = loss().axisRect()->rect().center();
      QWheelEvent turn(at, loss().mapToGlobal(at), {}, {0, 480}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
      QApplication::sendEvent(&loss(), &turn);
    } else {
      for (int step = 0; step < 4; ++step) input.key(QKeySequence(Qt::Key_Plus));
    }
    input.await(QStringLiteral("some steps are seen"), [&] { return !view().showsAll(); });
    chooseRun(input, QStringLiteral("begun"));
    input.await(QStringLiteral("all steps are seen"), [&] { return view().showsAll() && view().to() < 200; });
    for (const RunChart::Line& line : loss().lines()) QVERIFY(!line.graph->scatterStyle().isNone());
  }

  /// A ticked run stays next to the selected one, and its values are read only where it has steps.
  void compare(UserInput& input) {
    chooseRun(input, QStringLiteral("stopped"), /*tick=*/true);
    chooseRun(input, QStringLiteral("long"));
    const auto isDrawn = [&](const QString& run) {
      return std::ranges::any_of(loss().lines(), [&](const RunChart::Line& line) { return line.run == run; });
    };
    input.await(QStringLiteral("both are drawn"),
                [&] { return isDrawn(QStringLiteral("long")) && isDrawn(QStringLiteral("stopped")); });
    input.await(QStringLiteral("all steps are seen"), [&] { return view().to() == 200; });
    input.focus(&loss());
    if (input.usesMouse())
      input.point(&loss(), loss().axisRect()->rect().center());
    else
      input.key(QKeySequence(QStringLiteral("Shift+Right")));
    input.await(QStringLiteral("a step is read"), [&] { return view().cursor() > 50; });
    QVERIFY2(loss().readout().contains(QLatin1String("long")), qPrintable(loss().readout()));
    for (const char* const none : {"stopped", "Held-out"})
      QVERIFY2(!loss().readout().contains(QLatin1String(none)), qPrintable(loss().readout()));
    if (input.usesMouse())
      input.point(&loss(),
                  {int(loss().xAxis->coordToPixel(measured)), loss().axisRect()->rect().center().y()});
    else
      for (int step = 0; step < 200 && view().cursor() > measured; ++step)
        input.key(QKeySequence(QStringLiteral("Shift+Left")));
    input.await(QStringLiteral("the measured step is read"),
                [&] { return loss().readout().contains(QLatin1String("Held-out")); });
  }

  /// The axis labels do not overlap.
  void readAxis(UserInput& input) {
    input.command("monitor.logarithmic");
    QCPAxis* const values = loss().yAxis;
    QCOMPARE(values->scaleType(), QCPAxis::stLogarithmic);
    loss().replot();
    const QVector<double> ticks = values->tickVector();
    for (qsizetype i = 1; i < ticks.size(); ++i)
      QVERIFY(qAbs(values->coordToPixel(ticks[i]) - values->coordToPixel(ticks[i - 1])) >=
              loss().fontMetrics().height() * 0.7);
    input.command("monitor.logarithmic");
  }

  /// At a scale of 1.5 a screen of 1920x1080 has 1280x720.
  void useASmallScreen(UserInput& input) {
    window().resize(1280, 720);
    const auto* const rail = window().findChild<NavigationRail*>();
    for (const PageId id : {PageId::start, PageId::dataset, PageId::train, PageId::monitor, PageId::gallery,
                            PageId::generate, PageId::models, PageId::check}) {
      input.page(id);
      QCOMPARE(window().size(), QSize(1280, 720));
      QVERIFY(window().minimumSizeHint().height() <= 720);
      int current = 0;
      for (int place = 0; place < int(window().pages().size()); ++place)
        current += rail->button(place)->isChecked() ? 1 : 0;
      QCOMPARE(current, 1);
    }
    window().resize(1280, 800);
  }

  /// The next file dialog starts where the last one ended.
  void chooseFolders(UserInput& input) {
    QVERIFY(QDir().mkpath(path(QStringLiteral("here/more"))));
    input.page(PageId::dataset);
    input.chooseFile(path(QStringLiteral("here/more")), [&] { input.command("dataset.addFolder"); });
    input.await(QStringLiteral("it is looked through"), [&] { return m_app->jobs().activeJob() == nullptr; });
    input.page(PageId::dataset);
    QString begun;
    input.inDialog([&] { input.command("dataset.addFiles"); },
                   [&](QDialog& dialog) {
                     begun = dynamic_cast<QFileDialog&>(dialog).directory().absolutePath();
                     input.key(QKeySequence(Qt::Key_Escape));
                   });
    QCOMPARE(begun, path(QStringLiteral("here")));
  }

  /// Page, tab and clip stay when the language changes.
  void changeTheLanguage(UserInput& input) {
    chooseClip(input);
    const qint64 clip = browser().currentClip();
    input.tab(page().findChild<QTabWidget*>()->tabBar(), 1);
    const MainWindow* const before = &window();
    input.inDialog([&] { input.command("app.settings"); },
                   [&](QDialog& dialog) {
                     auto* const language = dialog.findChildren<QComboBox*>().at(1);
                     input.choose(*language, language->findData(QStringLiteral("de")));
                     input.press(dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok));
                   });
    input.await(QStringLiteral("there is a German window"), [&] {
      return &window() != before && action("app.quit")->text() == QLatin1String("&Beenden");
    });
    input.await(QStringLiteral("it shows what was shown"), [&] {
      return page().isVisible() && page().findChild<QTabWidget*>()->currentIndex() == 1 &&
             browser().currentClip() == clip;
    });
  }

  /// Running and waiting jobs at the program's end are offered, and none starts unasked.
  void comeBackAfterACrash(UserInput& before) {
    const std::string folder = project().toStdString();
    for (const char* const name : {"First", "Second"})
      m_app->bridge().submit({"gate", name, {{"project", folder}}});
    QTRY_COMPARE(keptJobs().size(), size_t{2});
    restart();
    activate();
    UserInput input(before.usesMouse() ? UserInput::Way::mouse : UserInput::Way::keyboard, window());
    const auto buttons = [&] {
      return window().findChild<LeftJobsCard*>()->findChildren<QPushButton*>(QStringLiteral("addAgain"));
    };
    // Its rows are rebuilt when the engine and the runs are known.
    input.await(QStringLiteral("both are offered"), [&] {
      return m_app->bridge().engineState() == EngineBridge::State::failed &&
             window().findChild<InterruptedCard*>()->isVisible() && buttons().size() == 2;
    });
    QCOMPARE(m_app->jobs().rowCount(), 0);
    QPushButton* add = nullptr;
    input.await(QStringLiteral("the first one can be added"), [&] {
      add = buttons().value(0);
      return add != nullptr && add->isVisible() && add->isEnabled();
    });
    input.press(add);
    input.await(QStringLiteral("the first one runs"), [&] { return m_app->jobs().activeJob() != nullptr; });
    QVERIFY(m_app->project().isOpen());
    m_gate->open = true;
  }

  void session(UserInput& input) {
    openProject(input);
    trainWithoutBuckets(input);
    keepTheCaret(input);
    writeTooMuch(input);
    chooseALargeBucket(input);
    chooseASmallDisk(input);
    watchTheStart(input);
    resumeTheStopped(input);
    zoom(input);
    compare(input);
    readAxis(input);
    useASmallScreen(input);
    chooseFolders(input);
    changeTheLanguage(input);
    comeBackAfterACrash(input);
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    open();
    addTraining();
    prepare();
  }
  void cleanup() {
    *m_stage = ended;
    m_app.reset();
  }

  void nothingGoesWrongAgain_data() { bothWays(); }
  void nothingGoesWrongAgain() {
    walk([this](UserInput& input) { session(input); });
  }
};

QTEST_MAIN(TestSessionRuns)
#include "test_session_runs.moc"
