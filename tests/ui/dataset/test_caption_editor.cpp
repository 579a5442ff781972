// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/SQLiteCpp.h>

#include <QAbstractItemView>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <QTimer>
#include <QToolButton>

#include "project/captions.h"
#include "support/project_changes.h"
#include "text/tokenizer.h"
#include "ui/dataset/caption_bench.h"
#include "ui/dataset/proposal_pane.h"
#include "ui/dataset/replace_dialog.h"
#include "ui/dataset/tag_row.h"
#include "ui/dataset/token_bar.h"
#include "ui/support/clip_walk.h"
#include "ui/support/dataset_test.h"
#include "ui/support/user_input.h"
#include "ui/widgets/clip_grid.h"
#include "ui/widgets/flat_table.h"

using namespace fw;
using namespace fw::ui;

Q_DECLARE_METATYPE(UserInput::Way)

/// Typing and saving captions of one clip and of several.
class TestCaptionEditor : public DatasetTest {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
    window().resize(1280, 800);
    activate();
  }
  void cleanup() { m_app.reset(); }

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
    QTRY_VERIFY(editor().originText().contains(QLatin1Char('5')));
    QTRY_VERIFY(editor().edit()->isEnabled() && editor().way()->isVisible());
    QVERIFY(editor().values()->isVisible());
    Q_EMIT editor().values()->menu()->aboutToShow();
    QCOMPARE(editor().values()->menu()->actions().size(), 3);  // none, a cat, a dog
    const QString differing = editor().edit()->placeholderText();
    keepPicture(QStringLiteral("five-selected"));
    editor().edit()->setFocus();
    type(QStringLiteral("at night"));
    key(Qt::Key_Return, Qt::ControlModifier);
    using Texts = std::vector<std::string>;
    QTRY_COMPARE(captions(), (Texts{"a cat at night", "a dog at night", "at night", "at night", "at night"}));
    action("edit.undo")->trigger();  // all of them in one step
    QTRY_COMPARE(captions(), (Texts{"a cat", "a dog", "", "", ""}));
    // The same caption for all of them.
    QTRY_VERIFY(editor().edit()->isEnabled());
    editor().way()->setCurrentIndex(0);
    Q_EMIT editor().way()->activated(0);
    editor().edit()->setFocus();
    editor().edit()->selectAll();
    type(QStringLiteral("a fox"));
    key(Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(captions(), (Texts(5, "a fox")));
    QTRY_COMPARE(editor().edit()->toPlainText(), QStringLiteral("a fox"));
    QTRY_VERIFY(editor().originText().contains(QLatin1Char('5')));
    QTRY_VERIFY(editor().edit()->placeholderText() != differing);  // the editor is notified after saving
    // One of them again.
    browser().showClip(browser().model()->idAt(2));
    QTRY_VERIFY(!editor().way()->isVisible());
    QTRY_VERIFY(!editor().originText().contains(QLatin1Char('5')));
    QVERIFY(rows()[2].caption->origin == project::CaptionOrigin::person);
  }

  /// For each encoder, the shortest and longest caption, and the number of captions over its limit.
  void theTokensOfAllSelectedClipsAreTold() {
    if (!text::has_sentencepiece()) QSKIP("built without sentencepiece");
    makeProject();
    m_app->clips().edit([](project::Project& project) {
      add_test_clips(project, 4);
      const auto ids = list_clips(project);
      std::string words;
      for (int word = 0; word < 100; ++word) words += "ball ";  // CLIP reads 77 tokens, Llama all of it
      remove_captions(project, ids);
      set_caption(project, ids[0], "a cat");
      set_captions(project, std::vector{ids[1], ids[2]}, words);
      project::set_setting(project, "model_folder",
                           FW_SOURCE_FOLDER "/tests/reference/cases/models/hunyuan-video");
    });
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), 4, 20000);
    window().showPage(PageId::dataset);
    const auto& bar = *page().findChild<TokenBar*>();
    browser().selectClips({1, 2, 3});
    QTRY_COMPARE(bar.texts().size(), 2);
    QVERIFY2(bar.texts()[0].startsWith(QLatin1String("Llama ")) && bar.texts()[0].contains(u'–') &&
                 !bar.texts()[0].contains(QLatin1String("long")),
             qPrintable(bar.texts()[0]));
    QVERIFY2(bar.texts()[1].endsWith(QStringLiteral("/77 · 2 too long")), qPrintable(bar.texts()[1]));
    QVERIFY(editor().isTooLong());
    QTest::qWait(100);
    QCOMPARE(clippedTexts(page()).join(u'\n'), QString());
    keepPicture(QStringLiteral("tokens-many"));
    browser().selectClips({2, 3});  // one caption, twice
    QTRY_VERIFY(bar.texts().size() == 2 && !bar.texts()[0].contains(u'–'));
    browser().selectClips({1, 4});
    QTRY_VERIFY(bar.texts().size() == 2 && !bar.texts()[1].contains(QLatin1String("long")));
    QVERIFY(!editor().isTooLong());
  }

  /// The mode can be chosen after typing, by mouse and by Tab: nothing is saved before the focus leaves.
  void theWayIsChosenAfterTheText_data() {
    QTest::addColumn<UserInput::Way>("way");
    QTest::newRow("mouse") << UserInput::Way::mouse;
    QTest::newRow("keyboard") << UserInput::Way::keyboard;
  }
  void theWayIsChosenAfterTheText() {
    QFETCH(UserInput::Way, way);
    makeProject();
    m_app->clips().edit([](project::Project& project) {
      add_test_clips(project, 2);
      set_caption(project, list_clips(project)[0], "a cat");
      set_caption(project, list_clips(project)[1], "a dog");
    });
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), 2, 20000);
    window().showPage(PageId::dataset);
    browser().grid()->setFocus();
    key(Qt::Key_A, Qt::ControlModifier);
    QTRY_VERIFY(editor().edit()->isEnabled() && editor().way()->isVisible());
    QCOMPARE(editor().way()->currentIndex(), 2);
    editor().edit()->setFocus();
    type(QStringLiteral("at night"));
    QComboBox& box = *editor().way();
    if (way == UserInput::Way::mouse) {
      UserInput(way, window()).click(&box, box.rect().center());
      QTRY_VERIFY(box.view()->isVisible());
      QTest::keyClick(box.view(), Qt::Key_Up);
      QTest::keyClick(box.view(), Qt::Key_Return);
    } else {
      key(Qt::Key_Tab);
      QVERIFY(box.hasFocus());
      key(Qt::Key_Up);
    }
    QTRY_COMPARE(box.currentIndex(), 1);
    QTest::qWait(300);  // long enough to save
    using Texts = std::vector<std::string>;
    QCOMPARE(captions(), (Texts{"a cat", "a dog"}));
    QCOMPARE(editor().edit()->toPlainText(), QStringLiteral("at night"));
    QTest::mouseClick(browser().filterEdit(), Qt::LeftButton);  // away from the editor
    QTRY_COMPARE(captions(), (Texts{"at night a cat", "at night a dog"}));
  }

  /// Typed text is for the visible clip, however long the next one takes to load.
  void nothingIsTypedIntoAClipThatIsLeft() {
    makeProject();
    m_app->clips().edit([](project::Project& project) {
      add_test_clips(project, 3);
      remove_captions(project, list_clips(project));
    });
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), 3, 20000);
    window().showPage(PageId::dataset);
    browser().showClip(browser().model()->idAt(0));
    QPlainTextEdit& edit = *editor().edit();
    QTRY_VERIFY(edit.isEnabled() && !edit.isReadOnly());
    edit.setFocus();
    type(QStringLiteral("a cat"));
    // Another edit is running, which delays the search for the next clip.
    m_app->clips().edit([](project::Project&) { QThread::msleep(300); });
    key(Qt::Key_J, Qt::ControlModifier);
    type(QStringLiteral("a dog"));
    QTRY_VERIFY(browser().currentClip() == browser().model()->idAt(1) && !edit.isReadOnly());
    QVERIFY(edit.hasFocus());
    type(QStringLiteral("a fox"));
    key(Qt::Key_Return, Qt::ControlModifier);
    using Texts = std::vector<std::string>;
    QTRY_COMPARE(captions(), (Texts{"a cat", "a fox", ""}));
    // Without another one, the last clip stays editable.
    key(Qt::Key_J, Qt::ControlModifier);
    QTRY_VERIFY(browser().currentClip() == browser().model()->idAt(2) && !edit.isReadOnly());
    key(Qt::Key_J, Qt::ControlModifier);
    QTRY_VERIFY(!edit.isReadOnly());
    QCOMPARE(browser().currentClip(), browser().model()->idAt(2));
  }

  /// Saving does not interrupt typing: the caret stays, and later text is kept.
  void typingGoesOnWhileACaptionIsSaved() {
    makeProject();
    m_app->clips().edit([](project::Project& project) { add_test_clips(project, 2); });
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), 2, 20000);
    window().showPage(PageId::dataset);
    browser().showClip(browser().model()->idAt(1));
    QPlainTextEdit& edit = *editor().edit();
    QTRY_VERIFY(edit.isEnabled() && !edit.toPlainText().isEmpty());
    edit.setFocus();
    key(Qt::Key_Home, Qt::ControlModifier);
    const QString before = edit.toPlainText();
    const QString words = QStringLiteral("at dawn, in fog, ");
    for (const QChar letter : words) {
      type(letter);
      key(Qt::Key_Return, Qt::ControlModifier);
      QTest::qWait(5);
    }
    QCOMPARE(edit.toPlainText(), words + before);
    QTRY_COMPARE(QString::fromStdString(captions()[1]), words + before);
    QTRY_VERIFY(editor().originText().contains(QLatin1String("you")));
    QCOMPARE(edit.textCursor().position(), static_cast<int>(words.size()));
    // Undo is shown at once.
    action("edit.undo")->trigger();
    QTRY_COMPARE(edit.toPlainText(), words.chopped(1) + before);
  }

  /// Text that could not be saved stays, and is saved once there is space.
  void whatIsNotWrittenStays() {
    makeProject();
    m_app->clips().edit([](project::Project& project) {
      add_test_clips(project, 2);
      int64_t step = 0;
      put_captioner_caption(project, list_clips(project)[0], "a ball", project::CaptionOrigin::server,
                            project::CaptionerMay::propose, step);
      project.write([](SQLite::Database& database) {
        database.exec("CREATE TRIGGER full BEFORE INSERT ON edits BEGIN SELECT RAISE(ABORT, 'full'); END");
      });
    });
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), 2, 20000);
    window().showPage(PageId::dataset);
    browser().showClip(browser().model()->idAt(0));
    auto& bench = *page().findChild<CaptionBench*>();
    QPlainTextEdit& proposed = *bench.proposal()->edit();
    QTRY_COMPARE(proposed.toPlainText(), QStringLiteral("a ball"));
    QSignalSpy failed(&m_app->clips(), &ClipStore::editFailed);
    proposed.setFocus();
    proposed.selectAll();
    type(QStringLiteral("a red ball"));
    action("caption.accept")->trigger();
    QTRY_COMPARE(failed.size(), 1);
    bench.tags()->field()->setFocus();
    type(QStringLiteral("night"));
    key(Qt::Key_Return);
    QTRY_COMPARE(failed.size(), 2);
    QTRY_COMPARE(bench.tags()->field()->text(), QStringLiteral("night"));
    UserInput input(UserInput::Way::keyboard, window());
    input.inDialog([&] { input.command("caption.replace"); },
                   [&](QDialog& opened) {
                     auto& dialog = dynamic_cast<ReplaceDialog&>(opened);
                     input.fill(dialog.search(), QStringLiteral("red"));
                     input.await(QStringLiteral("the preview"),
                                 [&] { return dialog.preview()->model()->rowCount() == 1; });
                     input.press(dialog.replaceButton());
                     input.await(QStringLiteral("why not"), [&] {
                       return !dialog.summary().contains(QLatin1String("captions")) &&
                              dialog.replaceButton()->isEnabled();
                     });
                     input.key(QKeySequence(Qt::Key_Escape));
                   });
    QCOMPARE(failed.size(), 3);
    QTest::qWait(300);  // long enough to reload the rows
    QCOMPARE(proposed.toPlainText(), QStringLiteral("a red ball"));
    m_app->clips().edit([](project::Project& project) {
      project.write([](SQLite::Database& database) { database.exec("DROP TRIGGER full"); });
    });
    action("caption.accept")->trigger();
    QTRY_COMPARE(captions()[0], std::string("a red ball"));
  }

  /// Gives one of several captions to all, by keyboard only.
  void oneOfTheCaptionsIsGivenToAll() {
    makeProject();
    m_app->clips().edit([](project::Project& project) {
      add_test_clips(project, 4);
      set_captions(project, list_clips(project), "a cat");
      set_caption(project, list_clips(project)[2], "a dog & a cat");
    });
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), 4, 20000);
    window().showPage(PageId::dataset);
    browser().grid()->setFocus();
    key(Qt::Key_A, Qt::ControlModifier);
    QTRY_VERIFY(editor().values()->isVisible());
    UserInput input(UserInput::Way::keyboard, window());
    input.focus(editor().values());
    QTimer::singleShot(100, this, [this] {
      QMenu& menu = *editor().values()->menu();
      QVERIFY(menu.isVisible());
      QVERIFY(menu.actions()[0]->text().startsWith(QLatin1String("a cat\t3")));
      for (const Qt::Key each : {Qt::Key_Down, Qt::Key_Down, Qt::Key_Return}) QTest::keyClick(&menu, each);
    });
    key(Qt::Key_Space);
    QTRY_COMPARE(editor().edit()->toPlainText(), QStringLiteral("a dog & a cat"));
    using Texts = std::vector<std::string>;
    QCOMPARE(captions(), (Texts{"a cat", "a cat", "a dog & a cat", "a cat"}));  // not before it is saved
    key(Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(captions(), Texts(4, "a dog & a cat"));
    QTRY_VERIFY(!editor().values()->isVisible());
  }
};

QTEST_MAIN(TestCaptionEditor)
#include "test_caption_editor.moc"
