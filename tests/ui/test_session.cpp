// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSlider>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>
#include <filesystem>

#include "base/log.h"
#include "ui/dataset/bucket_panel.h"
#include "ui/dataset/bucket_planner.h"
#include "ui/dataset/caption_bench.h"
#include "ui/dataset/caption_editor.h"
#include "ui/dataset/captioner_dialog.h"
#include "ui/dataset/clip_browser.h"
#include "ui/dataset/clip_panel.h"
#include "ui/dataset/dataset_page.h"
#include "ui/dataset/proposal_pane.h"
#include "ui/dataset/scene_review.h"
#include "ui/gallery/clip_matrix_view.h"
#include "ui/gallery/compare_player.h"
#include "ui/gallery/gallery_page.h"
#include "ui/gallery/grid_dialog.h"
#include "ui/monitor/monitor_page.h"
#include "ui/monitor/sample_panel.h"
#include "ui/monitor/sample_strip.h"
#include "ui/player/player.h"
#include "ui/player/scrub_bar.h"
#include "ui/player/timeline.h"
#include "ui/player/video_view.h"
#include "ui/run_settings/setting_row.h"
#include "ui/shell/application.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/new_project_dialog.h"
#include "ui/support/user_input.h"
#include "ui/support/watchdog.h"
#include "ui/train/loss_dialog.h"
#include "ui/train/model_card.h"
#include "ui/train/runs_view.h"
#include "ui/train/train_page.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/message_bar.h"

using namespace fw;
using namespace fw::ui;
namespace fs = std::filesystem;

/// The whole workflow in a real window with the real engine, from an empty project to compared clips, once
/// with the mouse and once with only the keyboard. Clips: the real ones of $FW_TEST_CLIPS, or else the
/// sample's.
class TestSession : public QObject {
  Q_OBJECT

  static constexpr int mostClips = 3;
  static constexpr int steps = 4;

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<Application> m_app;
  int m_clips = 0;

  MainWindow& window() { return *m_app->window(); }
  QString path(const QString& name) const { return m_folder->filePath(name); }
  template <typename PageType>
  PageType& page(PageId id) {
    return dynamic_cast<PageType&>(*window().pages()[static_cast<size_t>(window().placeOf(id))]);
  }
  /// A command's visible button.
  QWidget* button(const char* id) {
    const QAction* const action = window().actions().action(QLatin1String(id));
    for (auto* const button : window().findChildren<QPushButton*>())
      if (button->isVisible() && button->accessibleName() == action->iconText()) return button;
    return nullptr;
  }

  void copyClips() {
    const fs::path real(qEnvironmentVariable("FW_TEST_CLIPS").toStdString());
    const fs::path from = real.empty() ? fs::path(FW_SOURCE_FOLDER) / "resources/sample/clips" : real;
    const fs::path to = path(QStringLiteral("Vidéos")).toStdString();
    fs::create_directories(to);
    m_clips = 0;
    for (const auto& entry : fs::directory_iterator(from))
      if (entry.path().extension() == ".mp4" && m_clips < mostClips) {
        fs::copy_file(entry.path(), to / entry.path().filename());
        ++m_clips;
      }
  }

  void makeProject(UserInput& input) {
    input.inDialog([&] { input.command("project.new"); },
                   [&](QDialog& dialog) {
                     auto& made = dynamic_cast<NewProjectDialog&>(dialog);
                     input.fill(made.name(), QStringLiteral("project"));
                     input.fill(made.place(), m_folder->path());
                     input.press(made.findChild<QPushButton*>(QStringLiteral("createProject")));
                   });
  }

  void importClips(UserInput& input) {
    input.page(PageId::dataset);
    auto& dataset = page<DatasetPage>(PageId::dataset);
    input.chooseFile(path(QStringLiteral("Vidéos")), [&] { input.press(button("dataset.addFolder")); });
    input.await(QStringLiteral("clips are imported"),
                [&] { return dataset.browser()->model()->rowCount() == m_clips; });
  }

  /// A captioner proposes captions for all clips; one is accepted.
  void propose(UserInput& input) {
    auto& dataset = page<DatasetPage>(PageId::dataset);
    input.inDialog([&] { input.command("caption.captioner"); },
                   [&](QDialog& opened) {
                     auto& dialog = dynamic_cast<CaptionerDialog&>(opened);
                     input.fill(dialog.command(), QStringLiteral("sh -c 'echo a ball rolls' {file}"));
                     input.press(dialog.runButton());
                   });
    ProposalPane& pane = *dataset.findChild<CaptionBench*>()->proposal();
    input.await(QStringLiteral("captions are proposed"),
                [&] { return pane.isVisible() && m_app->jobs().activeJob() == nullptr; });
    input.command("caption.accept");
    input.await(QStringLiteral("the proposal is the caption"),
                [&] { return m_app->clips().undoText().contains(QLatin1String("Accept")); });
  }

  void writeCaptions(UserInput& input) {
    auto& dataset = page<DatasetPage>(PageId::dataset);
    QPlainTextEdit* const edit = dataset.caption()->edit();
    for (int clip = 1; clip < m_clips; ++clip) {
      input.command("caption.next");
      input.await(QStringLiteral("a clip without caption is shown"),
                  [&] { return edit->isEnabled() && !edit->isReadOnly() && edit->toPlainText().isEmpty(); });
      input.fill(edit, QStringLiteral("a red ball moves to the left over a green floor"));
    }
    input.command("caption.next");  // saves the last one
    input.await(QStringLiteral("every clip has a caption"),
                [&] { return m_app->clips().undoText().contains(QLatin1String("aption")); });
  }

  /// Changes an end of the clip and its crop, undoes both, and looks at its scene cuts.
  void editClip(UserInput& input) {
    auto& dataset = page<DatasetPage>(PageId::dataset);
    Player& player = *dataset.panel()->player();
    const auto clip = [&]() -> const project::Clip& { return dataset.browser()->currentRow()->clip; };
    input.await(QStringLiteral("the clip is open"), [&] { return player.isOpen() && player.isShown(); });
    if (input.usesMouse()) {
      Timeline& timeline = *dataset.panel()->timeline();
      const QPoint end = timeline.handle(/*isIn=*/true);
      input.drag(&timeline, end, end + QPoint(timeline.width() / 4, 0));
    } else {
      input.focus(dataset.panel()->timeline());
      input.command("dataset.player.forward");
      input.await(QStringLiteral("the next frame is shown"), [&] { return player.frame() > 0; });
      input.command("clip.markIn");
    }
    input.await(QStringLiteral("the clip begins later"), [&] { return clip().in_frame > 0; });
    input.command("edit.undo");
    input.await(QStringLiteral("the clip begins as before"), [&] { return clip().in_frame == 0; });
    VideoView& view = *player.view();
    input.command("clip.crop");
    // The picture makes room for the crop's numbers; undone changes are reloaded.
    input.await(QStringLiteral("the picture can be cropped"),
                [&] { return view.isCropping() && player.isOpen() && player.isShown(); });
    if (input.usesMouse()) {
      const int part = view.height() / 3;  // a few pixels of a large view are less than one of the picture's
      input.drag(&view, view.rect().center(), view.rect().center() + QPoint(part, part));
    } else {
      input.focus(&view);
      input.key(QKeySequence(QStringLiteral("Ctrl+Left")));
      input.key(QKeySequence(Qt::Key_Return));
    }
    input.await(QStringLiteral("the clip is cropped"), [&] { return clip().crop.has_value(); });
    if (view.isCropping()) input.command("clip.crop");
    input.command("edit.undo");
    input.await(QStringLiteral("the crop is gone"), [&] { return !clip().crop.has_value(); });
    input.inDialog([&] { input.command("clip.reviewScenes"); },
                   [&](QDialog& dialog) {
                     input.await(QStringLiteral("scene cuts can be accepted"),
                                 [&] { return dynamic_cast<SceneReview&>(dialog).threshold()->isVisible(); });
                     input.key(QKeySequence(Qt::Key_Escape));
                   });
  }

  void chooseBuckets(UserInput& input) {
    auto& dataset = page<DatasetPage>(PageId::dataset);
    auto* const chooseModel = dataset.caption()->findChild<QPushButton*>(QStringLiteral("chooseModel"));
    input.chooseModel(QStringLiteral(FW_SOURCE_FOLDER "/resources/sample/model"),
                      [&] { input.press(chooseModel); });
    input.await(QStringLiteral("tokens are counted"), [&] { return !chooseModel->isVisible(); });
    input.tab(dataset.findChild<QTabWidget*>()->tabBar(), 1);
    input.fill(dataset.buckets()->newBucket(), QStringLiteral("9x64x96"));
    input.key(QKeySequence(Qt::Key_Return));
    input.await(QStringLiteral("clips are in their bucket"), [&] {
      return !dataset.planner()->isProposal() && dataset.planner()->plan()->totals.samples == m_clips;
    });
  }

  void set(UserInput& input, const char* key, const QString& value) {
    SettingsForm& form = page<TrainPage>(PageId::train).form();
    input.fill(form.search(), QLatin1String(key));
    QWidget* const editor = form.row(key)->editor();
    input.await(QStringLiteral("found: ") + QLatin1String(key), [&] { return editor->isVisible(); });
    value.isEmpty() ? input.press(editor) : input.fill(editor, value);
  }

  /// By its shortcut, wherever the user is.
  void findSetting(UserInput& input) {
    input.page(PageId::dataset);
    input.command("app.palette");
    auto& palette = *window().findChild<CommandPalette*>();
    input.fill(palette.findChild<QLineEdit*>(), QStringLiteral("lora.rank"));
    auto& list = *palette.findChild<QTreeWidget*>();
    input.await(QStringLiteral("the setting is found"), [&] {
      return list.topLevelItemCount() > 0 &&
             list.topLevelItem(0)->text(0).contains(QLatin1String("lora.rank"));
    });
    if (input.usesMouse())
      input.click(list.viewport(), list.visualItemRect(list.topLevelItem(0)).center());
    else
      input.key(QKeySequence(Qt::Key_Return));
    QWidget* const editor = page<TrainPage>(PageId::train).form().row("lora.rank")->editor();
    input.await(QStringLiteral("the setting has the focus"), [&] { return editor->hasFocus(); });
  }

  void start(UserInput& input, int length) {
    set(input, "training.train_steps", QString::number(length));
    input.await(QStringLiteral("ready to start"),
                [&] { return window().actions().action(QStringLiteral("train.start"))->isEnabled(); });
    input.press(button("train.start"));
    auto& monitor = page<MonitorPage>(PageId::monitor);
    input.await(QStringLiteral("the Monitor page is shown"), [&] { return monitor.isVisible(); });
    input.await(QStringLiteral("the job runs"), [&] { return m_app->jobs().activeJob() != nullptr; });
  }

  void train(UserInput& input) {
    input.press(button("dataset.train"));
    auto& page = this->page<TrainPage>(PageId::train);
    input.await(QStringLiteral("the Train page is shown"), [&] { return page.isVisible(); });
    QWidget* const model = page.findChild<ModelCard*>()->editor(ModelCard::modelKey);
    input.fill(model, QStringLiteral(FW_SOURCE_FOLDER "/resources/sample/model"));
    set(input, "validation.validation_prompts", QStringLiteral("a red ball rolls to the left"));
    set(input, "validation.num_inference_steps", QStringLiteral("3"));
    set(input, "validation.validate_first", {});
    findSetting(input);
    start(input, steps);
    input.await(
        QStringLiteral("encoded and trained"),
        [&] { return m_app->jobs().activeJob() == nullptr && m_app->jobs().waitingCount() == 0; }, 300000);
    for (int row = 0; row < m_app->jobs().rowCount(); ++row) {
      const JobRow* const job = m_app->jobs().job(m_app->jobs().index(row, 0));
      if (job->state != engine_api::JobState::finished)
        throw std::runtime_error(job->title().toStdString() + ": " +
                                 (job->fault ? job->fault->full_message() : ""));
    }
  }

  /// The run's clips below its loss, one of them played.
  void watch(UserInput& input) {
    SamplePanel& samples = *page<MonitorPage>(PageId::monitor).samples();
    const auto& cells = samples.strip()->cells();
    input.await(QStringLiteral("the run's clips lie under its loss"), [&] { return cells.size() == 2; });
    if (input.usesMouse()) {
      input.click(samples.strip(), cells.back().place.center());
    } else {
      input.focus(samples.strip());
      input.key(QKeySequence(Qt::Key_Return));
    }
    input.await(QStringLiteral("the last clip plays"), [&] { return samples.player()->isOpen(); });
    input.press(samples.findChild<QWidget*>(QStringLiteral("closeSample")));
    input.await(QStringLiteral("the player is closed"), [&] { return !samples.player()->isVisible(); });
  }

  /// The newest run gets a name and a star, then it is deleted.
  void tidyRuns(UserInput& input) {
    input.page(PageId::train);
    auto& train = page<TrainPage>(PageId::train);
    input.tab(train.findChild<QTabWidget*>()->tabBar(), 2);
    RunListModel& runs = m_app->runs();
    FlatTable& table = *train.findChild<RunsView*>()->table();
    input.await(QStringLiteral("both runs are listed"), [&] { return table.model()->rowCount() == 2; });
    const int stopped = runs.runs()[0].isFinished() ? 1 : 0;
    choose(input, table, stopped);
    const auto notes = [&] { return runs.runs()[static_cast<size_t>(stopped)].notes; };
    input.inDialog([&] { input.command("train.renameRun"); },
                   [&](QDialog& dialog) {
                     input.fill(dialog.findChild<QLineEdit*>(), QStringLiteral("Too long"));
                     input.key(QKeySequence(Qt::Key_Return));
                   });
    input.await(QStringLiteral("the run has a name"), [&] { return notes().name == "Too long"; });
    input.command("train.starRun");
    input.await(QStringLiteral("the run has a star"), [&] { return notes().starred; });
    input.inDialog(
        [&] { input.command("train.deleteRun"); },
        [&](QDialog& dialog) { input.press(dialog.findChild<QPushButton*>(QStringLiteral("deleteRun"))); });
    input.await(QStringLiteral("the run is gone"), [&] { return table.model()->rowCount() == 1; });
  }

  /// The clip of the last step next to the one before training, then one over the other, frame by frame.
  void compare(UserInput& input) {
    input.page(PageId::gallery);
    auto& gallery = page<GalleryPage>(PageId::gallery);
    input.await(QStringLiteral("the run's clips are listed"),
                [&] { return gallery.matrix().rowCount() == 2; });
    input.focus(gallery.grid());
    for (const Qt::Key way : {Qt::Key_Up, Qt::Key_Down})
      for (int row = 0; row < 2 && gallery.chosenClip()->step != steps; ++row) input.key(QKeySequence(way));
    ComparePlayer& both = *gallery.compare();
    const auto show = [&](qint64 frame) {
      input.await(QStringLiteral("both clips show frame %1").arg(frame), [&] {
        return both.player()->frame() == frame && both.player()->isShown() && both.frameOfA() == frame;
      });
    };
    input.await(QStringLiteral("the last step's clip is beside the one before training"), [&] {
      return gallery.chosenClip()->step == steps && gallery.standard() && gallery.standard()->step == 0;
    });
    input.focus(both.player()->scrubBar());
    input.command("gallery.player.first");
    show(0);
    input.command("gallery.player.forward");
    show(1);
    input.command("gallery.wipe");
    input.await(QStringLiteral("one lies over the other"),
                [&] { return both.mode() == ComparePlayer::Mode::wipe; });
  }

  /// The same clip without the run's LoRA and with it, at two strengths.
  void compareCheckpoints(UserInput& input) {
    input.inDialog([&] { input.command("gallery.makeGrid"); },
                   [&](QDialog& opened) {
                     auto& dialog = dynamic_cast<GridDialog&>(opened);
                     input.fill(dialog.strengths(), QStringLiteral("0.5 1"));
                     input.press(dialog.start());
                   });
    const ClipMatrix& matrix = page<GalleryPage>(PageId::gallery).matrix();
    input.await(
        QStringLiteral("the clips of the checkpoints are made"),
        [&] {
          for (int row = 0; row < 3; ++row)
            if (matrix.clip(matrix.index(row, 0)) == nullptr) return false;
          return matrix.rowCount() == 3 && m_app->jobs().activeJob() == nullptr;
        },
        120000);
  }

  /// The clip with the highest loss, from the run to the dataset.
  void findHardClip(UserInput& input) {
    input.page(PageId::train);
    input.tab(page<TrainPage>(PageId::train).findChild<QTabWidget*>()->tabBar(), 2);
    chooseRun(input, 0);
    input.inDialog([&] { input.command("train.lossByClip"); },
                   [&](QDialog& opened) {
                     auto& dialog = dynamic_cast<LossDialog&>(opened);
                     input.press(dialog.findChild<QPushButton*>(QStringLiteral("measureLoss")));
                     FlatTable& table = *dialog.table();
                     input.await(
                         QStringLiteral("the loss of the clips is measured"),
                         [&] { return table.model()->rowCount() == m_clips; }, 120000);
                     choose(input, table, 0);
                     input.press(dialog.findChild<QPushButton*>(QStringLiteral("selectClips")));
                   });
    auto& dataset = page<DatasetPage>(PageId::dataset);
    input.await(QStringLiteral("the clip is selected in the dataset"),
                [&] { return dataset.isVisible() && dataset.browser()->selectedClips().size() == 1; });
  }

  void choose(UserInput& input, FlatTable& table, int row) {
    if (input.usesMouse())
      return input.clickItem(table, table.model()->index(row, 0));
    input.focus(&table);
    input.key(QKeySequence(Qt::Key_Home));
    for (int place = 0; place < row; ++place) input.key(QKeySequence(Qt::Key_Down));
  }
  void chooseRun(UserInput& input, int row) {
    FlatTable& table = *page<TrainPage>(PageId::train).findChild<RunsView*>()->table();
    input.await(QStringLiteral("the run is listed"), [&] { return table.model()->rowCount() > row; });
    choose(input, table, row);
  }

  /// A long run, stopped after its first steps: how soon that is acknowledged, and how soon done.
  void stopEarly(UserInput& input) {
    input.page(PageId::train);
    input.tab(page<TrainPage>(PageId::train).findChild<QTabWidget*>()->tabBar(), 0);
    start(input, 100000);
    JobListModel& jobs = m_app->jobs();
    const auto running = [&] { return jobs.activeJob(); };
    input.await(
        QStringLiteral("the first steps are trained"),
        [&] {
          return running() != nullptr && running()->kind == "train" && running()->progress &&
                 running()->progress->done >= 3;
        },
        60000);
    const engine_api::JobId id = running()->id;
    QObject listener;
    QElapsedTimer clock;
    double acknowledged = 0;
    connect(window().actions().action(QStringLiteral("jobs.stopAndSave")), &QAction::triggered, &listener,
            [&] { clock.start(); });
    connect(&jobs, &QAbstractItemModel::dataChanged, &listener, [&] {
      if (acknowledged == 0 && clock.isValid() && jobs.job(id)->state != engine_api::JobState::running)
        acknowledged = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    });
    input.answer(QStringLiteral("stopJob"), [&] { input.command("jobs.stopAndSave"); });
    input.await(QStringLiteral("the run is stopped and saved"),
                [&] { return jobs.job(id)->state == engine_api::JobState::stopped; });
    qInfo("stop: acknowledged after %.1f ms, done and saved after %lld ms", acknowledged,
          static_cast<long long>(clock.elapsed()));
    QVERIFY(acknowledged > 0);
  }

  void session(UserInput::Way way) {
    // The smallest size that fits every page: the offscreen platform's screen makes the window narrower, and
    // buttons that appear with counts then push others out.
    window().resize(1280, 800);
    UserInput input(way, window());
    Watchdog watchdog;
    input.await(QStringLiteral("the engine is ready"),
                [&] { return m_app->bridge().engineState() == EngineBridge::State::ready; });
    makeProject(input);
    input.await(QStringLiteral("the project is made"), [&] { return m_app->project().isOpen(); });
    importClips(input);
    propose(input);
    writeCaptions(input);
    editClip(input);
    chooseBuckets(input);
    train(input);
    watch(input);
    compare(input);
    compareCheckpoints(input);
    findHardClip(input);
    stopEarly(input);
    tidyRuns(input);
    qInfo("window's thread: 99.9 %% of gaps below %.1f ms, longest %.1f ms", watchdog.percentileMs(0.999),
          watchdog.longestMs());
    QVERIFY(!watchdog.wasBlocked());
  }

 private Q_SLOTS:
  void initTestCase() {
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");  // never the tester's own desktop
    log::start(log::Console::off);
  }

  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CONFIG_HOME", m_folder->path().toUtf8());
    qputenv("XDG_CACHE_HOME", m_folder->path().toUtf8());
    qputenv("XDG_DATA_HOME", m_folder->path().toUtf8());
    qputenv("HOME", m_folder->path().toUtf8());  // location of the trash
    qputenv("FRAMEWRIGHT_ENGINE", FW_ENGINE_LIBRARY);
    Settings().setLanguage(QStringLiteral("en"));
    copyClips();
    m_app = std::make_unique<Application>();
    m_app->show();
    QVERIFY(QTest::qWaitForWindowExposed(&window()));
    window().activateWindow();  // without a window manager nothing else does it
    QVERIFY(QTest::qWaitForWindowActive(&window()));
  }

  void cleanup() { m_app.reset(); }

  void fromAnEmptyProjectToComparedClips_data() {
    QTest::addColumn<bool>("mouse");
    QTest::newRow("mouse") << true;
    QTest::newRow("keyboard") << false;
  }
  void fromAnEmptyProjectToComparedClips() {
    QFETCH(bool, mouse);
    try {
      session(mouse ? UserInput::Way::mouse : UserInput::Way::keyboard);
    } catch (const std::runtime_error& error) {
      window().grab().save(QStringLiteral("session-failed.png"));
      QFAIL((std::string(error.what()) + "; messages: " + window().messages().text().toStdString()).c_str());
    }
  }
};

QTEST_MAIN(TestSession)
#include "test_session.moc"
