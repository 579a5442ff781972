// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTest>
#include <QToolBar>
#include <QToolButton>
#include <csignal>
#include <filesystem>

#include "base/file_lock.h"
#include "core/project/test_clip.h"
#include "project/captions.h"
#include "project/clips.h"
#include "project/kept_jobs.h"
#include "support/project_changes.h"
#include "ui/dataset/caption_editor.h"
#include "ui/dataset/clip_browser.h"
#include "ui/dataset/clip_grid.h"
#include "ui/dataset/clip_panel.h"
#include "ui/pages/dataset_page.h"
#include "ui/pages/left_jobs_card.h"
#include "ui/player/player.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/job_dock.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/navigation_rail.h"
#include "ui/window_test.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;

/// One stray key, a folder that goes away, a crash: none of them takes work along.
class TestNothingLost : public WindowTest {
  Q_OBJECT

  DatasetPage& page() { return pageOf<DatasetPage>(); }
  ClipBrowser& browser() { return *page().browser(); }
  CaptionEditor& editor() { return *page().caption(); }
  QString project() const { return path(QStringLiteral("Cats")); }

  /// To whatever has the focus, as from the desktop.
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::keyClick(window().windowHandle(), key, modifiers);
  }
  void type(const QString& text) {
    for (const QChar letter : text) QTest::keyClick(window().windowHandle(), letter.toLatin1());
  }
  void click(QWidget* widget) {
    QTest::mouseClick(window().windowHandle(), Qt::LeftButton, {},
                      widget->mapTo(&window(), widget->rect().center()));
  }
  QWidget* jobButton(const char* id) {
    return window().jobDock().findChild<QToolBar*>()->widgetForAction(action(id));
  }
  bool isOnButton() const { return qobject_cast<QAbstractButton*>(QApplication::focusWidget()) != nullptr; }
  void makeProject() {
    m_app->project().create(project());
    QTRY_VERIFY(m_app->project().isOpen());
  }
  void importClips(int count) {
    makeProject();
    const QString folder = path(QStringLiteral("clips"));
    for (int i = 1; i <= count; ++i)
      make_test_clip(folder.toStdString() + "/clip " + std::to_string(i) + ".mp4", i, 40, {160, 96});
    page().importPaths({folder});
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), count, 30000);
    QTRY_VERIFY(m_app->jobs().activeJob() == nullptr);
    window().showPage(PageId::dataset);
    QTRY_VERIFY(browser().grid()->isVisible());
    browser().showClip(browser().model()->idAt(0));
    QTRY_VERIFY_WITH_TIMEOUT(page().panel()->player()->isOpen(), 20000);
  }
  std::vector<project::ClipRow> rows() {
    const auto read = project::Project::open(project().toStdString(), project::Access::read_only);
    return read_clips(read, list_clips(read));
  }
  std::vector<std::string> captions() {
    std::vector<std::string> texts;
    for (const project::ClipRow& row : rows()) texts.push_back(row.caption ? row.caption->text : "");
    return texts;
  }
  LeftJobsCard* leftCard() { return window().findChild<LeftJobsCard*>(); }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
    window().resize(1280, 800);
    window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window()));
  }
  void cleanup() { m_app.reset(); }

  void everyPageTakesTheFocusAndNoButtonDoes() {
    auto& rail = *window().findChild<NavigationRail*>();
    for (const bool isOpen : {false, true}) {
      if (isOpen) makeProject();
      for (int place = 0; place < static_cast<int>(window().pages().size()); ++place) {
        click(rail.button(place));
        QWidget* const shown = window().pages()[static_cast<size_t>(place)];
        const QWidget* const focus = QApplication::focusWidget();
        QVERIFY2(focus != nullptr && (focus == shown || shown->isAncestorOf(focus)),
                 qPrintable(shown->accessibleName()));
        QVERIFY2(!isOnButton(), qPrintable(focus->accessibleName()));
      }
    }
    // A command of the page has its keys there at once.
    click(rail.button(window().placeOf(PageId::dataset)));
    bool asked = false;
    answer({}, &asked);
    key(Qt::Key_I, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(asked);
  }

  void aStraySpaceCancelsNothing() {
    m_app->bridge().submit({"train", "LoRA", {}});
    QTRY_COMPARE(stateOf(1), JobState::running);
    Q_EMIT m_app->navigator().runWanted(QStringLiteral("/nowhere"));  // as after "Add to queue"
    QVERIFY(!isOnButton());
    for (int i = 0; i < 3; ++i) key(Qt::Key_Space);
    // The button that was pressed dies with its command: the next one must not take over.
    QTRY_VERIFY(jobButton("jobs.stopAndSave") != nullptr && jobButton("jobs.stopAndSave")->isEnabled());
    auto* const stop = jobButton("jobs.stopAndSave");
    stop->setFocus(Qt::TabFocusReason);
    key(Qt::Key_Space);
    QTRY_COMPARE(stateOf(1), JobState::stopping);
    QTRY_VERIFY(!stop->isEnabled());
    QVERIFY(!isOnButton());
    for (int i = 0; i < 3; ++i) {
      key(Qt::Key_Space);
      key(Qt::Key_Return);
    }
    QTest::qWait(50);
    QCOMPARE(stateOf(1), JobState::stopping);
    QVERIFY(QApplication::activeModalWidget() == nullptr);
    m_gate->open = true;
    QTRY_COMPARE(stateOf(1), JobState::finished);
    QVERIFY(!isOnButton());
  }

  void cancellingAsks() {
    m_app->bridge().submit({"train", "LoRA", {}});
    m_app->bridge().submit({"gate", "Next", {}});
    QTRY_COMPARE(stateOf(1), JobState::running);
    for (const char* const id : {"jobs.cancel", "jobs.cancelRunning"}) {
      bool asked = false;
      answer(QStringLiteral("keepJob"), &asked);
      action(id)->trigger();
      QVERIFY2(asked, id);
      QCOMPARE(stateOf(1), JobState::running);
    }
    // Space and Return on the question mean no.
    for (const Qt::Key no : {Qt::Key_Space, Qt::Key_Return, Qt::Key_Escape}) {
      QTimer::singleShot(100, this,
                         [no] { QTest::keyClick(QApplication::activeModalWidget()->windowHandle(), no); });
      action("jobs.cancelRunning")->trigger();
      QCOMPARE(stateOf(1), JobState::running);
    }
    window().jobDock().select(2);
    bool asked = false;
    answer(QStringLiteral("keepJob"), &asked);
    action("jobs.remove")->trigger();
    QVERIFY(asked);
    QCOMPARE(stateOf(2), JobState::queued);
    answer(QStringLiteral("cancelJob"), &asked);
    action("jobs.cancelRunning")->trigger();
    QTRY_COMPARE(stateOf(1), JobState::cancelled);
  }

  void aProjectThatIsGoneIsToldAndNotMadeAnew_data() {
    QTest::addColumn<QString>("moved");
    QTest::newRow("deleted") << QString();
    QTest::newRow("moved") << QStringLiteral("Dogs");
  }
  void aProjectThatIsGoneIsToldAndNotMadeAnew() {
    QFETCH(QString, moved);
    makeProject();
    m_app->clips().edit([](project::Project& project) { add_test_clips(project, 3); });
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), 3, 20000);
    window().showPage(PageId::dataset);
    browser().showClip(browser().model()->idAt(0));
    QTRY_VERIFY(editor().edit()->isEnabled());
    QVERIFY(moved.isEmpty() ? QDir(project()).removeRecursively() : QDir().rename(project(), path(moved)));
    editor().edit()->setFocus();
    editor().edit()->selectAll();
    type(QStringLiteral("a cat sleeps"));
    key(Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(window().messages().text().contains(QLatin1String("is gone")), 10000);
    QTRY_COMPARE(editor().originText(), QStringLiteral("Not saved"));
    QCOMPARE(editor().edit()->toPlainText(), QStringLiteral("a cat sleeps"));  // to be copied
    keepPicture(QStringLiteral("project-gone"));
    action("dataset.train")->trigger();
    action("train.start")->trigger();
    action("generate.run")->trigger();
    for (int page = 0; page < static_cast<int>(window().pages().size()); ++page) {
      window().findChild<NavigationRail*>()->button(page)->click();
      QTest::qWait(100);
    }
    QTest::qWait(1500);
    QVERIFY(!QFileInfo::exists(project()));
    QVERIFY(action("project.find")->isEnabled());
    if (moved.isEmpty()) return;
    m_app->project().close();
    m_app->project().open(path(moved));
    QTRY_COMPARE(window().windowTitle(), moved);
    QVERIFY(!m_app->project().read_only_reason());
    QVERIFY(!window().messages().text().contains(QLatin1String("is gone")));
  }

  void aProjectThatIsGoneIsNoticedUntouched() {
    makeProject();
    QVERIFY(QDir(project()).removeRecursively());
    QTRY_VERIFY_WITH_TIMEOUT(m_app->project().isGone(), 10000);
    QVERIFY(window().messages().text().contains(QLatin1String("is gone")));
    const auto buttons = window().messages().findChildren<QPushButton*>();
    QVERIFY(std::ranges::any_of(buttons, [](const QPushButton* button) {
      return button->isVisible() && button->text().contains(QLatin1String("Look for"));
    }));
    action("project.close")->trigger();
    QVERIFY(!m_app->project().isOpen());
    QVERIFY(!window().messages().text().contains(QLatin1String("is gone")));
    QVERIFY(!QFileInfo::exists(project()));
  }

  void allSelectedClipsAreCaptioned() {
    makeProject();
    m_app->clips().edit([](project::Project& project) {
      add_test_clips(project, 5);
      const auto ids = list_clips(project);
      remove_captions(project, ids);
      set_caption(project, ids[0], "a cat");
      set_caption(project, ids[1], "a dog");
    });
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), 5, 20000);
    window().showPage(PageId::dataset);
    QTRY_COMPARE(captions()[1], std::string("a dog"));
    browser().grid()->setFocus();
    key(Qt::Key_A, Qt::ControlModifier);
    QTRY_COMPARE(editor().originText(), QStringLiteral("5 clips selected"));
    QTRY_VERIFY(editor().edit()->isEnabled() && editor().way()->isVisible());
    QVERIFY(editor().edit()->placeholderText().contains(QLatin1String("differ")));
    keepPicture(QStringLiteral("five-selected"));
    editor().edit()->setFocus();
    type(QStringLiteral("at night"));
    key(Qt::Key_Return, Qt::ControlModifier);
    using Texts = std::vector<std::string>;
    QTRY_COMPARE(captions(), (Texts{"a cat at night", "a dog at night", "at night", "at night", "at night"}));
    action("edit.undo")->trigger();  // all of them at once
    QTRY_COMPARE(captions(), (Texts{"a cat", "a dog", "", "", ""}));
    // The same for all of them.
    QTRY_VERIFY(editor().edit()->isEnabled());
    editor().way()->setCurrentIndex(0);
    Q_EMIT editor().way()->activated(0);
    editor().edit()->setFocus();
    editor().edit()->selectAll();
    type(QStringLiteral("a fox"));
    key(Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(captions(), (Texts(5, "a fox")));
    QTRY_COMPARE(editor().edit()->toPlainText(), QStringLiteral("a fox"));
    QCOMPARE(editor().originText(), QStringLiteral("5 clips selected"));
    // One of them again.
    browser().showClip(browser().model()->idAt(2));
    QTRY_COMPARE(editor().originText(), QStringLiteral("Written by you"));
    QVERIFY(!editor().way()->isVisible());
  }

  void lettersInTheTableEditItsCell() {
    importClips(2);
    const auto before = rows();
    action("dataset.table")->trigger();
    FlatTable* const table = browser().table();
    QTRY_VERIFY(table->isVisible());
    const QModelIndex cell = browser().model()->index(0, ClipModel::CaptionColumn);
    table->scrollTo(cell);
    const QPoint place = table->viewport()->mapTo(&window(), table->visualRect(cell).center());
    QTest::mouseClick(window().windowHandle(), Qt::LeftButton, {}, place);
    QTest::mouseDClick(window().windowHandle(), Qt::LeftButton, {}, place);
    type(QStringLiteral("a person juicing, co."));
    key(Qt::Key_Return);
    QTRY_COMPARE(captions()[0], std::string("a person juicing, co."));
    // A cell that cannot be edited takes no letter as a command either.
    const QModelIndex name = browser().model()->index(0, ClipModel::NameColumn);
    QTest::mouseDClick(window().windowHandle(), Qt::LeftButton, {},
                       table->viewport()->mapTo(&window(), table->visualRect(name).center()));
    type(QStringLiteral("iosuc"));
    QTest::qWait(200);
    const auto after = rows();
    QCOMPARE(after.size(), before.size());
    for (size_t i = 0; i < after.size(); ++i) QVERIFY(after[i].clip == before[i].clip);
  }

  void lettersInTheGridCutAndCanBeUndone() {
    importClips(1);
    browser().grid()->setFocus();
    page().panel()->player()->goTo(9);
    key(Qt::Key_O);
    QTRY_COMPARE(rows()[0].clip.out_frame, int64_t{10});
    QTRY_VERIFY(page().panel()->player()->frameLabel()->text().contains(QLatin1String("9 of 10 in the cut")));
    QTRY_VERIFY(action("edit.undo")->isEnabled());
    key(Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(rows()[0].clip.out_frame, int64_t{40});
    key(Qt::Key_C);  // a command of the clip that the menu shows enabled
    QVERIFY(action("clip.crop")->isChecked());
  }

  void whatWaitedIsOfferedAfterACrash() {
    makeProject();
    const std::string folder = project().toStdString();
    m_app->bridge().submit({"gate", "Import", {{"project", folder}}});
    m_app->bridge().submit({"gate", "Export", {{"project", folder}, {"n", 2}}});
    m_app->bridge().submit({"gate", "Merge", {{"lora", "/elsewhere.safetensors"}}});
    const auto kept = [&] {
      return left_jobs(project::Project::open(folder, project::Access::read_only), "").size();
    };
    QTRY_COMPARE(kept(), size_t{2});
    QTRY_VERIFY(left_jobs(project::Project::open(folder, project::Access::read_only), "")[0].has_begun);
    const auto files = [&] {
      return QDir(m_folder->path() + QStringLiteral("/framewright/queue"))
          .entryList({QStringLiteral("*.json")}, QDir::Files)
          .size();
    };
    QTRY_COMPARE(files(), 1);
    restart();  // the queue dies with the jobs in it
    QCOMPARE(m_app->jobs().rowCount(), 0);
    QTRY_VERIFY(leftCard()->isVisible());
    QTRY_COMPARE(leftCard()->findChildren<QPushButton*>(QStringLiteral("addAgain")).size(), 3);
    QStringList texts;
    for (const QLabel* const label : leftCard()->findChildren<QLabel*>()) texts << label->text();
    QVERIFY(texts.contains(QStringLiteral("Cats, was running")));
    QVERIFY(texts.contains(QStringLiteral("Cats, was waiting")));
    keepPicture(QStringLiteral("start-left-jobs"));
    QTest::qWait(200);
    QCOMPARE(m_app->jobs().rowCount(), 0);  // nothing begins unasked
    const auto add = [&](int row) {
      auto* const button = leftCard()->findChildren<QPushButton*>(QStringLiteral("addAgain"))[row];
      QTRY_VERIFY(button->isEnabled());
      button->click();
    };
    add(0);
    QTRY_COMPARE(stateOf(1), JobState::running);
    QVERIFY(m_app->project().isOpen());
    QCOMPARE(m_app->bridge().jobs()[0].spec.params.value("project", std::string()), folder);
    QTRY_COMPARE(leftCard()->findChildren<QPushButton*>(QStringLiteral("addAgain")).size(), 2);
    leftCard()->findChildren<QToolButton*>(QStringLiteral("forgetJob"))[0]->click();
    QTRY_COMPARE(leftCard()->findChildren<QPushButton*>(QStringLiteral("addAgain")).size(), 1);
    add(0);
    QTRY_COMPARE(m_app->jobs().rowCount(), 2);
    QTRY_VERIFY(!leftCard()->isVisible());
    // Done, they are not offered again.
    m_gate->open = true;
    QTRY_COMPARE(m_app->jobs().endedCount(), 2);
    QTRY_COMPARE(kept(), size_t{0});
    QTRY_COMPARE(files(), 0);
    restart();
    QTest::qWait(300);
    QVERIFY(!leftCard()->isVisible());
  }

  void jobsOfAProjectThatIsOpenElsewhereAreNotOffered() {
    makeProject();
    m_app->bridge().submit({"gate", "Import", {{"project", project().toStdString()}}});
    const auto kept = [&] {
      return left_jobs(project::Project::open(project().toStdString(), project::Access::read_only), "")
          .size();
    };
    QTRY_COMPARE(kept(), size_t{1});
    m_app.reset();
    const auto other = project::Project::open(project().toStdString());
    QVERIFY(!other.read_only());
    restart();
    QTest::qWait(400);
    QVERIFY(!leftCard()->isVisible());
  }

  void closingIsSavingForASignal() {
    m_app->heedEnd();
    m_app->bridge().submit({"train", "LoRA", {}});
    m_app->bridge().submit({"gate", "Next", {}});
    QTRY_COMPARE(stateOf(1), JobState::running);
    QTRY_COMPARE(stateOf(2), JobState::queued);
    // A question that stands open does not keep it.
    QTimer::singleShot(50, this, [] { ::kill(::getpid(), SIGTERM); });
    action("jobs.cancelRunning")->trigger();
    QTRY_VERIFY(!window().isVisible());
    QCOMPARE(stateOf(1), JobState::paused);
    QCOMPARE(stateOf(2), JobState::held);
    restart();
    QTRY_VERIFY(leftCard()->isVisible());
  }

  void warningsOfJobsAreSeen() {
    QTRY_COMPARE(m_app->bridge().engineState(), EngineBridge::State::failed);
    window().messages().dismiss("jobs.engine_missing");
    m_app->bridge().addKind({"advise", {}, [](const nlohmann::json&) {
                               return engine_api::make_job([](engine_api::JobContext& context) {
                                 context.advise(Fault(fake::broken_file, {{"file", "the disk"}}));
                                 return engine_api::Outcome::finished({});
                               });
                             }});
    m_app->bridge().submit({"advise", "LoRA", {}});
    QTRY_VERIFY(window().messages().text().contains(QLatin1String("LoRA: The file the disk is broken.")));
  }
};

QTEST_MAIN(TestNothingLost)
#include "test_nothing_lost.moc"
