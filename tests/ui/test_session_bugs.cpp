// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "core/project/test_clip.h"
#include "text/tokenizer.h"
#include "ui/dataset/bucket_panel.h"
#include "ui/dataset/clip_model.h"
#include "ui/dataset/clip_panel.h"
#include "ui/dataset/row_fault_card.h"
#include "ui/generate/clip_card.h"
#include "ui/generate/generate_page.h"
#include "ui/generate/model_choice.h"
#include "ui/player/player.h"
#include "ui/shell/job_dock.h"
#include "ui/shell/log_dock.h"
#include "ui/support/dataset_test.h"
#include "ui/train/train_page.h"
#include "ui/widgets/clip_grid.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/wrap_label.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;

// What once went wrong, and where it is done again by mouse and by keyboard: here, or in another session
// (runs, benches) or test of the window.
//
//   a stray Space ends a run; nobody asks before Cancel    keepTheRun
//   a deleted project folder loses edits in silence        loseTheFolder
//   of several selected clips one is edited                captionAll
//   letters in the table cut clips                         typeLetters; test_clip_browser
//   keys of a page are dead until one clicks into it       typeLetters; test_main_window_focus
//   Train knows no buckets that Dataset shows              runs: trainWithoutBuckets
//   free space is read from another disk; a full one       runs: chooseASmallDisk, fillTheDisk;
//   test_full_disk the queue is lost in a crash                           runs: comeBackAfterACrash progress
//   promises what nobody knows                    runs: watchTheStart a stopped run looks finished and offers
//   no resume      runs: resumeTheStopped the zoom of one run hides another one                  runs: zoom
//   charts read values that are not there                  runs: zoom, compare, readAxis
//   look-alikes go stale after a cut, a removal, an undo   removeOneOfTwo
//   a missing file is not noticed and cannot be found      moveAFile
//   a green tick beside a refused file; its list is gone   importWithAFault
//   "No clip fits" though clips are enlarged               runs: chooseALargeBucket
//   the filter refuses in silence, or finds nothing so     filterInVain, removeOneOfTwo
//   one key for two commands                               test_main_window_focus
//   a change of language loses one's place                 runs: changeTheLanguage
//   higher than a small screen                             runs: useASmallScreen
//   a preset promises a time that large clips do not keep  runs: chooseALargeBucket; test_train_input
//   captions longer than the encoder reads                 runs: writeTooMuch
//   "Show in log" shows a log without the line             readTheLog
//   \1 is taken literally; the count after a replacement   benches: replace
//   a typed new folder is refused; one stays on Start      makeOneInANewFolder
//   a run before its own encoding; three runs of one name  keepTheRun; test_train_input
//   flags of other trainers; "Choose…" pressed by Return   findASetting; test_dialogs
//   the caret jumps                                        runs: keepTheCaret
//   a reset arrow stays lit                                test_train_input
//   two pages look current                                 runs: useASmallScreen; test_main_window_focus
//   dialogs forget their folder                            runs: chooseFolders
//   two rules of frames for one model                      readTheFrameRule
//
// The clip editor and the captioning bench: benches; test_clip_editor, test_caption_bench.

/// A day with the window in which all that once went wrong is done again, once with the mouse and once with
/// the keyboard alone. Jobs are the test's own, so that it takes seconds.
class TestSessionBugs : public DatasetTest {
  Q_OBJECT

  static constexpr int clips = 3;

  std::filesystem::path videos() const { return path(QStringLiteral("videos")).toStdString(); }

  /// In a folder that is typed and is not there yet.
  void makeOneInANewFolder(UserInput& input) {
    input.inDialog([&] { input.command("project.new"); },
                   [&](QDialog& dialog) {
                     auto& made = dynamic_cast<NewProjectDialog&>(dialog);
                     input.fill(made.name(), QStringLiteral("Dogs"));
                     input.fill(made.place(), path(QStringLiteral("new/folder")));
                     input.press(made.findChild<QPushButton*>(QStringLiteral("createProject")));
                   });
    input.await(QStringLiteral("its page is shown"), [&] {
      return page().isVisible() && m_app->project().folder() == path(QStringLiteral("new/folder/Dogs"));
    });
  }

  /// Two of the clips look alike, and one file is no video: it stays listed, also when the list was closed.
  void importWithAFault(UserInput& input) {
    make_test_clip(videos() / "a.mp4", 1, 17, {160, 96});
    make_test_clip(videos() / "b.mp4", 1, 17, {128, 96});
    make_test_clip(videos() / "c.mp4", 6, 17, {160, 96});
    QFile broken(QString::fromStdString(videos() / "broken.mp4"));
    QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("no video") > 0);
    broken.close();
    input.chooseFile(path(QStringLiteral("videos")), [&] { input.press(buttonOf("dataset.addFolder")); });
    awaitClips(input, clips);
    input.await(QStringLiteral("the refused file is listed"), [&] { return page().faults()->isVisible(); });
    const QToolButton& damaged = *browser().health()->button(HealthStrip::Damaged);
    input.await(QStringLiteral("no tick says that all are whole"), [&] {
      return browser().health()->count(HealthStrip::Damaged) == 0 &&
             damaged.icon().name() == QLatin1String("warning");
    });
    input.press(button(QStringLiteral("Close the list of problems")));
    QVERIFY(!page().faults()->isVisible());
    input.command("dataset.problems");
    input.await(QStringLiteral("it is listed again"), [&] { return page().faults()->isVisible(); });
    input.press(button(QStringLiteral("Close the list of problems")));
  }

  /// What is written for all that are selected is written for all.
  void captionAll(UserInput& input) {
    input.focus(browser().grid());
    input.key(QKeySequence(QKeySequence::SelectAll));
    input.await(QStringLiteral("all are selected"), [&] {
      return editor().originText().contains(QLatin1Char('3')) && editor().edit()->isEnabled();
    });
    input.fill(editor().edit(), QStringLiteral("waves"));
    input.key(QKeySequence(Qt::CTRL | Qt::Key_Return));
    input.await(QStringLiteral("all have the caption"),
                [&] { return captions() == std::vector<std::string>(clips, "waves"); });
  }

  /// Letters are text in the table, and commands among the pictures.
  void typeLetters(UserInput& input) {
    input.focus(browser().grid());
    input.command("dataset.table");
    input.await(QStringLiteral("the table is shown"), [&] { return browser().table()->isVisible(); });
    input.focus(browser().table());
    input.key(QKeySequence(Qt::Key_Home));
    for (const Qt::Key letter : {Qt::Key_I, Qt::Key_O, Qt::Key_S, Qt::Key_C}) input.key(QKeySequence(letter));
    QTest::qWait(50);
    QCOMPARE(rows().size(), size_t{clips});
    QCOMPARE(rows()[0].clip.frames(), int64_t{17});
    QVERIFY(!action("clip.crop")->isChecked());
    input.focus(browser().table());
    input.command("dataset.table");
    input.focus(browser().grid());
    input.key(QKeySequence(Qt::Key_Home));
    const Player& player = *page().panel()->player();
    input.await(QStringLiteral("the clip is open"), [&] { return player.isOpen() && player.isShown(); });
    for (const bool on : {true, false}) {
      input.key(QKeySequence(Qt::Key_C));
      QCOMPARE(action("clip.crop")->isChecked(), on);
    }
  }

  /// A word that the filter does not know is told of and changes nothing; that nothing is found is said.
  void filterInVain(UserInput& input) {
    const auto isSaid = [&](const QString& text) {
      const auto labels = browser().findChildren<QLabel*>();
      return std::ranges::any_of(
          labels, [&](const QLabel* label) { return label->isVisible() && label->text().contains(text); });
    };
    input.fill(browser().filterEdit(), QStringLiteral("zebra OR waves"));
    input.await(QStringLiteral("it is refused"), [&] { return isSaid(QStringLiteral("OR")); });
    awaitClips(input, clips);
    input.fill(browser().filterEdit(), QStringLiteral("zebra"));
    awaitClips(input, 0);
    input.key(QKeySequence(QKeySequence::SelectAll));
    input.key(QKeySequence(Qt::Key_Backspace));
    awaitClips(input, clips);
  }

  /// Look-alikes are counted anew when one is cut, goes or comes back; a filter finds them.
  void removeOneOfTwo(UserInput& input) {
    awaitCount(input, HealthStrip::Duplicate, 2);
    input.focus(browser().grid());
    input.key(QKeySequence(Qt::Key_Home));
    const Player& player = *page().panel()->player();
    input.await(QStringLiteral("the clip is open"), [&] { return player.isOpen() && player.isShown(); });
    input.command("clip.markOut");
    awaitCount(input, HealthStrip::Duplicate, 0);
    input.command("edit.undo");
    awaitCount(input, HealthStrip::Duplicate, 2);
    input.fill(browser().filterEdit(), QStringLiteral("is:duplicate"));
    awaitClips(input, 2);
    input.key(QKeySequence(QKeySequence::SelectAll));
    input.key(QKeySequence(Qt::Key_Backspace));
    awaitClips(input, clips);
    input.focus(browser().grid());
    input.key(QKeySequence(Qt::Key_Home));
    input.await(QStringLiteral("one clip is selected"),
                [&] { return browser().selectedClips().size() == 1; });
    input.command("dataset.remove");
    awaitClips(input, clips - 1);
    awaitCount(input, HealthStrip::Duplicate, 0);
    input.focus(browser().grid());
    input.command("edit.undo");
    awaitClips(input, clips);
    awaitCount(input, HealthStrip::Duplicate, 2);
  }

  /// A file that was moved is missed, and found.
  void moveAFile(UserInput& input) {
    QVERIFY(QDir().mkpath(path(QStringLiteral("moved"))));
    std::filesystem::rename(videos() / "c.mp4", path(QStringLiteral("moved/c.mp4")).toStdString());
    QEvent back(QEvent::WindowActivate);  // as when one comes back from the file manager
    QApplication::sendEvent(&window(), &back);
    awaitCount(input, HealthStrip::Missing, 1);
    input.chooseFile(path(QStringLiteral("moved")), [&] { input.command("dataset.relink"); });
    awaitCount(input, HealthStrip::Missing, 0);
  }

  /// One model has one rule of frames, in words, wherever it is told, and its own size as an example.
  void readTheFrameRule(UserInput& input) {
    if (!text::has_sentencepiece()) return;
    const QString model = QStringLiteral(FW_SOURCE_FOLDER "/resources/sample/model");
    input.focus(browser().grid());
    input.key(QKeySequence(Qt::Key_Home));
    auto* const choose = editor().findChild<QPushButton*>(QStringLiteral("chooseModel"));
    input.chooseModel(model, [&] { input.press(choose); });
    input.tab(page().findChild<QTabWidget*>()->tabBar(), 1);
    BucketPanel& buckets = *page().buckets();
    input.await(QStringLiteral("the model's own size is the example"),
                [&] { return buckets.newBucket()->placeholderText() == QLatin1String("9x64x96"); });
    input.fill(buckets.newBucket(), QStringLiteral("abc"));
    input.key(QKeySequence(Qt::Key_Return));
    input.await(QStringLiteral("it is said how to write one"), [&] {
      return buckets.fault()->isVisible() && buckets.fault()->text().contains(QLatin1String("9x64x96"));
    });
    const QString rule = buckets.ruleLabel()->text();
    QVERIFY2(rule.contains(QStringLiteral("1, 5, 9 … frames")), qPrintable(rule));
    input.tab(page().findChild<QTabWidget*>()->tabBar(), 0);
    input.page(PageId::generate);
    auto& generate = pageOf<GeneratePage>();
    input.fill(generate.findChild<ModelChoice*>()->box()->lineEdit(), model);
    input.key(QKeySequence(Qt::Key_Return));
    input.await(QStringLiteral("the same is told there"),
                [&] { return generate.findChild<ClipCard*>()->rule()->text() == rule; });
  }

  void findASetting(UserInput& input) {
    input.page(PageId::train);
    auto& train = pageOf<TrainPage>();
    input.fill(train.form().search(), QStringLiteral("--network_dim"));
    input.await(QStringLiteral("the rank is found"), [&] { return train.form().isShown("lora.rank"); });
    QVERIFY(!train.form().isShown("training.train_steps"));
  }

  /// No stray key ends a run; whoever cancels it is asked; one that waits is moved.
  void keepTheRun(UserInput& input) {
    const auto run = m_app->bridge().submit({"train", "LoRA", {}});
    const auto second = m_app->bridge().submit({"gate", "Second", {}});
    const auto third = m_app->bridge().submit({"gate", "Third", {}});
    input.await(QStringLiteral("the run trains"), [&] { return stateOf(run) == JobState::running; });
    input.page(PageId::monitor);
    for (int i = 0; i < 3; ++i) input.key(QKeySequence(Qt::Key_Space));
    for (const char* const answer : {"keepJob", "cancelJob"})
      input.inDialog([&] { input.command("jobs.cancelRunning"); },
                     [&](QDialog& dialog) {
                       QCOMPARE(stateOf(run), JobState::running);
                       input.press(dialog.findChild<QPushButton*>(QLatin1String(answer)));
                     });
    input.await(QStringLiteral("the run is cancelled"), [&] { return stateOf(run) == JobState::cancelled; });
    input.await(QStringLiteral("the next job runs"), [&] { return stateOf(second) == JobState::running; });
    const auto fourth = m_app->bridge().submit({"gate", "Fourth", {}});
    input.await(QStringLiteral("two jobs wait"), [&] { return m_app->jobs().waitingCount() == 2; });
    FlatTable& table = *window().jobDock().table();
    input.await(QStringLiteral("the queue is shown"), [&] { return table.isVisible(); });
    input.focus(&table);
    window().jobDock().select(fourth);
    input.command("jobs.up");
    input.await(QStringLiteral("it is the next one"),
                [&] { return m_app->jobs().waitingPosition(fourth) == 0; });
    m_gate->open = true;
    input.await(QStringLiteral("all jobs are done"), [&] { return stateOf(third) == JobState::finished; });
  }

  /// A message's button leads to its line in the log.
  void readTheLog(UserInput& input) {
    m_app->bridge().submit({"fail", "Import", {}});
    input.await(QStringLiteral("the failure is told"), [&] {
      return window().messages().text().contains(QLatin1String("clip.mp4")) &&
             button(QStringLiteral("Show in log")) != nullptr;
    });
    input.press(button(QStringLiteral("Show in log")));
    input.await(QStringLiteral("the log shows it"), [&] {
      return window().logDock().isVisible() &&
             window().logDock().textToCopy().contains(QLatin1String("[test.broken_file]"));
    });
  }

  /// What is written when the project's folder has gone is neither lost in silence nor written elsewhere.
  void loseTheFolder(UserInput& input) {
    input.page(PageId::dataset);
    input.focus(browser().grid());
    input.key(QKeySequence(Qt::Key_Home));
    input.await(QStringLiteral("the caption can be edited"),
                [&] { return editor().edit()->isEnabled() && !editor().edit()->isReadOnly(); });
    QVERIFY(QDir(project()).removeRecursively());
    input.fill(editor().edit(), QStringLiteral("foam"));
    input.key(QKeySequence(Qt::CTRL | Qt::Key_Return));
    input.await(QStringLiteral("it is said that the folder is gone"),
                [&] { return window().messages().holds("project.gone"); });
    QVERIFY(!QFileInfo::exists(project()));
  }

  void walk(UserInput& input) {
    makeOneInANewFolder(input);
    makeProject(input);
    importWithAFault(input);
    captionAll(input);
    filterInVain(input);
    typeLetters(input);
    removeOneOfTwo(input);
    moveAFile(input);
    readTheFrameRule(input);
    findASetting(input);
    keepTheRun(input);
    readTheLog(input);
    loseTheFolder(input);
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() { openWithoutEngine(); }
  void cleanup() { m_app.reset(); }

  void nothingGoesWrongAgain_data() {
    QTest::addColumn<bool>("mouse");
    QTest::newRow("mouse") << true;
    QTest::newRow("keyboard") << false;
  }
  void nothingGoesWrongAgain() {
    QFETCH(bool, mouse);
    UserInput input(mouse ? UserInput::Way::mouse : UserInput::Way::keyboard, window());
    try {
      walk(input);
    } catch (const std::runtime_error& error) {
      QFAIL((std::string(error.what()) + "; messages: " + window().messages().text().toStdString()).c_str());
    }
  }
};

QTEST_MAIN(TestSessionBugs)
#include "test_session_bugs.moc"
