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
#include "ui/dataset/import_dialog.h"
#include "ui/dataset/row_fault_card.h"
#include "ui/generate/clip_card.h"
#include "ui/generate/generate_page.h"
#include "ui/generate/model_choice.h"
#include "ui/shell/job_dock.h"
#include "ui/shell/log_dock.h"
#include "ui/support/session_test.h"
#include "ui/train/train_page.h"
#include "ui/widgets/wrap_label.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;

// Past bugs, and the steps that would repeat them: here, or in test_session_<name>.
//
//   1 a stray Space ends a run without asking           keepTheRun; queue: queueRuns, stop
//   2 edits are lost when the project folder is deleted loseTheFolder
//   3 only one of several selected clips is edited      captionAll; editor: cutAll; captions: captionMany
//   4 letters in the table cut clips                    typeInTheTable
//   5 a page's shortcuts fail until it is clicked       importWithAFault, pressKeysAtOnce, pressLetters
//   6 Train ignores the buckets that Dataset shows      runs: trainWithoutBuckets
//   7 free space of the wrong disk; a full disk         runs: chooseASmallDisk, fillTheDisk; test_full_disk
//   8 the queue is lost in a crash; no resume           runs: comeBackAfterACrash, resumeTheStopped
//   9 progress claims more than is known                runs: watchTheStart
//  10 a stopped run looks finished                      runs: resumeTheStopped
//  11 one run's zoom hides another run                  runs: zoom
//  12 charts show and hide the wrong values             runs: zoom, compare, readAxis
//  13 the list of duplicates is outdated                removeOneOfTwo
//  14 a missing file is not noticed                     moveAFile
//  15 a green tick despite a rejected file              importWithAFault
//  16 "No clip fits" although clips are enlarged        runs: chooseALargeBucket
//  17 the filter rejects a term silently                filterInVain, removeOneOfTwo
//  18 one shortcut for two commands                     openTheSample; test_main_window_focus
//  19 changing the language loses the user's place      runs: changeTheLanguage
//  20 the window is higher than a small screen          runs: useASmallScreen
//  21 a preset's promise fails for large clips          runs: chooseALargeBucket
//  22 captions longer than the encoder reads            runs: writeTooMuch; captions: countTokens
//  23 "Show in log" shows a log without the line        readTheLog
//  24 \1 is taken literally; no summary of replacements captions: replace
//  25 a typed new folder is rejected; stays on Start    makeOneInANewFolder
//  26 a run overtakes its encoding; duplicate run names queue: queueRuns; keepTheRun
//  27 flags of other trainers; Return opens "Choose…"   findASetting, pressKeysAtOnce
//  28 the caret jumps                                   runs: keepTheCaret
//     a reset arrow stays highlighted                   queue: resetASetting
//     two pages look selected                           runs: useASmallScreen
//     dialogs forget their folder                       runs: chooseFolders
//     two frame rules for one model                     readTheFrameRule

/// A day's work in the window that repeats past bugs. Jobs are the test's own, so that it takes seconds.
class TestSessionBugs : public SessionTest {
  Q_OBJECT

  static constexpr int clips = 4;

  std::filesystem::path videos() const { return path(QStringLiteral("videos")).toStdString(); }

  /// Without moving into it: by the mouse in the rail, or by its shortcut.
  void show(UserInput& input, PageId id) {
    if (input.usesMouse()) return input.page(id);
    input.key(QKeySequence(QStringLiteral("Ctrl+%1").arg(window().placeOf(id) + 1)));
  }
  void pressKeyOf(UserInput& input, const char* command) { input.key(action(command)->shortcut()); }

  /// In a typed folder that does not exist yet.
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

  /// By the page's shortcut right away. Two of the clips are similar, and one file is not a video: it stays
  /// listed, even after the list was closed.
  void importWithAFault(UserInput& input) {
    make_test_clip(videos() / "a.mp4", 1, 17, {160, 96});
    make_test_clip(videos() / "b.mp4", 1, 17, {128, 96});
    make_test_clip(videos() / "c.mp4", 6, 17, {160, 96});
    make_test_scenes(videos() / "d.mp4");
    QFile broken(QString::fromStdString(videos() / "broken.mp4"));
    QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("no video") > 0);
    broken.close();
    show(input, PageId::start);
    show(input, PageId::dataset);
    input.chooseFile(path(QStringLiteral("videos")), [&] { pressKeyOf(input, "dataset.addFolder"); });
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

  /// A caption written for all selected clips is saved for all.
  void captionAll(UserInput& input) {
    chooseAll(input);
    input.await(QStringLiteral("it is said how many"), [&] {
      return editor().originText().contains(QLatin1Char('4')) && editor().edit()->isEnabled();
    });
    input.fill(editor().edit(), QStringLiteral("waves"));
    input.key(QKeySequence(Qt::CTRL | Qt::Key_Return));
    input.await(QStringLiteral("all have the caption"),
                [&] { return captions() == std::vector<std::string>(clips, "waves"); });
  }

  /// A page's shortcuts work as soon as it is shown, and Return in its dialogs does the main action.
  void pressKeysAtOnce(UserInput& input) {
    const auto inDialogOf = [&](const char* command, const std::function<void(QDialog&)>& does) {
      show(input, PageId::train);
      show(input, PageId::dataset);
      input.inDialog([&] { pressKeyOf(input, command); }, does);
    };
    inDialogOf("caption.replace", [&](QDialog&) { input.key(QKeySequence(Qt::Key_Escape)); });
    inDialogOf("dataset.export", [&](QDialog& dialog) {
      input.fill(dynamic_cast<ExportDialog&>(dialog).folder(), path(QStringLiteral("exported")));
      input.key(QKeySequence(Qt::Key_Return));
    });
    input.await(QStringLiteral("the clips are exported"), [&] {
      return m_app->jobs().activeJob() == nullptr && QFileInfo::exists(path(QStringLiteral("exported")));
    });
    inDialogOf("dataset.import", [&](QDialog& dialog) {
      input.fill(dynamic_cast<ImportDialog&>(dialog).path(), path(QStringLiteral("nowhere")));
      input.key(QKeySequence(Qt::Key_Return));
    });
    const auto isListed = [&] {
      const QAbstractItemModel& rows = *page().faults()->table()->model();
      for (int row = 0; row < rows.rowCount(); ++row)
        for (int column = 0; column < rows.columnCount(); ++column)
          if (rows.index(row, column).data().toString().contains(QLatin1String("nowhere"))) return true;
      return false;
    };
    input.await(QStringLiteral("it is said that nothing is there"),
                [&] { return page().faults()->isVisible() && isListed(); });
    input.press(button(QStringLiteral("Close the list of problems")));
  }

  /// Letters are text in the table, whether a cell is open or not.
  void typeInTheTable(UserInput& input) {
    input.focus(browser().grid());
    input.command("dataset.table");
    FlatTable& table = *browser().table();
    input.await(QStringLiteral("the table is shown"), [&] { return table.isVisible(); });
    chooseRow(input, table, 0);
    for (const Qt::Key letter : {Qt::Key_I, Qt::Key_O, Qt::Key_S, Qt::Key_C}) input.key(QKeySequence(letter));
    if (input.usesMouse()) {
      const QModelIndex cell = browser().model()->index(0, ClipModel::CaptionColumn);
      table.scrollTo(cell);
      input.doubleClick(table.viewport(), table.visualRect(cell).center());
    } else {
      input.key(QKeySequence(Qt::Key_F2));
    }
    const auto hasCell = [&] {
      return QApplication::focusWidget() != &table && table.isAncestorOf(QApplication::focusWidget());
    };
    input.await(QStringLiteral("the caption is open"), hasCell);
    input.fill(QApplication::focusWidget(), QStringLiteral("person, so"));
    input.key(QKeySequence(Qt::Key_Return));
    input.await(QStringLiteral("it is the clip's"), [&] { return captions()[0] == "person, so"; });
    QCOMPARE(rows().size(), size_t{clips});
    QCOMPARE(rows()[0].clip.frames(), int64_t{17});
    QVERIFY(!action("clip.crop")->isChecked());
    input.focus(&table);
    input.command("edit.undo");
    input.await(QStringLiteral("it is as before"), [&] { return captions()[0] == "waves"; });
    input.command("dataset.table");
  }

  /// Among the pictures they are commands.
  void pressLetters(UserInput& input) {
    openClip(input, 0);
    for (const bool on : {true, false}) {
      input.key(QKeySequence(Qt::Key_C));
      QCOMPARE(action("clip.crop")->isChecked(), on);
    }
    openClip(input, clips - 1);
    pressKeyOf(input, "clip.splitScenes");
    awaitClips(input, clips + 2);
    input.command("edit.undo");
    awaitClips(input, clips);
  }

  /// An unknown word in the filter is reported and changes nothing; an empty result is reported.
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

  /// Similar clips are counted again when one is cut, removed or restored; a filter finds them.
  void removeOneOfTwo(UserInput& input) {
    awaitCount(input, HealthStrip::Duplicate, 2);
    openClip(input, 0);
    input.answer(QStringLiteral("cutToOneFrame"), [&] { input.command("clip.markOut"); });
    awaitCount(input, HealthStrip::Duplicate, 0);
    input.command("edit.undo");
    awaitCount(input, HealthStrip::Duplicate, 2);
    input.fill(browser().filterEdit(), QStringLiteral("is:duplicate"));
    awaitClips(input, 2);
    input.key(QKeySequence(QKeySequence::SelectAll));
    input.key(QKeySequence(Qt::Key_Backspace));
    awaitClips(input, clips);
    openClip(input, 0);
    input.command("dataset.remove");
    awaitClips(input, clips - 1);
    awaitCount(input, HealthStrip::Duplicate, 0);
    input.focus(browser().grid());
    input.command("edit.undo");
    awaitClips(input, clips);
    awaitCount(input, HealthStrip::Duplicate, 2);
  }

  /// A moved file is missed, and found.
  void moveAFile(UserInput& input) {
    QVERIFY(QDir().mkpath(path(QStringLiteral("moved"))));
    std::filesystem::rename(videos() / "c.mp4", path(QStringLiteral("moved/c.mp4")).toStdString());
    QEvent back(QEvent::WindowActivate);  // as when the user returns from the file manager
    QApplication::sendEvent(&window(), &back);
    awaitCount(input, HealthStrip::Missing, 1);
    input.chooseFile(path(QStringLiteral("moved")), [&] { input.command("dataset.relink"); });
    awaitCount(input, HealthStrip::Missing, 0);
  }

  /// A model has one frame rule, in words, wherever it is shown, and its own size as an example.
  void readTheFrameRule(UserInput& input) {
    if (!text::has_sentencepiece()) return;
    const QString model = QStringLiteral(FW_SOURCE_FOLDER "/resources/sample/model");
    openClip(input, 0);
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

  /// A shortcut does the same on each page.
  void openTheSample(UserInput& input) {
    show(input, PageId::generate);
    pressKeyOf(input, "project.sample");
    input.await(QStringLiteral("the sample is open"),
                [&] { return m_app->project().folder().endsWith(QLatin1String("sample")); });
    input.chooseFile(project(), [&] { input.command("project.open"); });
    input.await(QStringLiteral("the project is open"),
                [&] { return m_app->project().folder() == project(); });
  }

  void findASetting(UserInput& input) {
    input.page(PageId::train);
    auto& train = pageOf<TrainPage>();
    input.fill(train.form().search(), QStringLiteral("--network_dim"));
    input.await(QStringLiteral("the rank is found"), [&] { return train.form().isShown("lora.rank"); });
    QVERIFY(!train.form().isShown("training.train_steps"));
  }

  /// No stray key ends a run; cancelling asks; a waiting run can be moved.
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
    const QModelIndex first = m_app->jobs().index(0, 0);
    chooseRow(input, table,
              m_app->jobs().match(first, JobListModel::IdRole, qlonglong(fourth)).value(0).row());
    input.command("jobs.up");
    input.await(QStringLiteral("it is the next one"),
                [&] { return m_app->jobs().waitingPosition(fourth) == 0; });
    m_gate->open = true;
    input.await(QStringLiteral("all jobs are done"), [&] { return stateOf(third) == JobState::finished; });
  }

  /// A message's button jumps to its line in the log.
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

  /// Text written after the project's folder has disappeared is neither lost silently nor written elsewhere;
  /// a copy of everything else can be saved.
  void loseTheFolder(UserInput& input) {
    input.page(PageId::dataset);
    awaitClips(input, clips);
    openClip(input, 0);
    input.await(QStringLiteral("the caption can be edited"),
                [&] { return editor().edit()->isEnabled() && !editor().edit()->isReadOnly(); });
    QVERIFY(QDir(project()).removeRecursively());
    input.fill(editor().edit(), QStringLiteral("foam"));
    input.key(QKeySequence(Qt::CTRL | Qt::Key_Return));
    input.await(QStringLiteral("it is said that the folder is gone"), [&] {
      return window().messages().holds("project.gone") && window().messages().text().contains(project()) &&
             editor().isUnsaved();
    });
    input.await(QStringLiteral("nothing can be changed"), [&] {
      return !action("dataset.train")->isEnabled() && !action("dataset.addFolder")->isEnabled();
    });
    QVERIFY(!QFileInfo::exists(project()));
    const QString copy = path(QStringLiteral("copy"));
    QVERIFY(QDir().mkpath(copy));
    input.chooseFile(copy, [&] { input.press(buttonOf("project.saveCopy")); });
    input.await(QStringLiteral("the copy is open"), [&] { return m_app->project().folder() == copy; });
    awaitClips(input, clips);
    QVERIFY(!window().messages().holds("project.gone"));
    const auto read = project::Project::open(copy.toStdString(), project::Access::read_only);
    QCOMPARE(read_clips(read, list_clips(read))[1].caption->text, std::string("waves"));
  }

  void session(UserInput& input) {
    makeOneInANewFolder(input);
    makeProject(input);
    importWithAFault(input);
    captionAll(input);
    pressKeysAtOnce(input);
    filterInVain(input);
    typeInTheTable(input);
    pressLetters(input);
    removeOneOfTwo(input);
    moveAFile(input);
    readTheFrameRule(input);
    openTheSample(input);
    findASetting(input);
    keepTheRun(input);
    readTheLog(input);
    loseTheFolder(input);
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() { open(); }
  void cleanup() { m_app.reset(); }

  void nothingGoesWrongAgain_data() { bothWays(); }
  void nothingGoesWrongAgain() {
    walk([this](UserInput& input) { session(input); });
  }
};

QTEST_MAIN(TestSessionBugs)
#include "test_session_bugs.moc"
