// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTest>
#include <QThread>
#include <QTimer>
#include <QToolButton>

#include "project/captions.h"
#include "support/project_changes.h"
#include "ui/support/dataset_test.h"
#include "ui/support/user_input.h"
#include "ui/widgets/clip_grid.h"

using namespace fw;
using namespace fw::ui;

/// One caption for many clips.
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
    QCOMPARE(editor().values()->menu()->actions().size(), 3);  // none, a cat, a dog
    const QString differing = editor().edit()->placeholderText();
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
    QTRY_VERIFY(editor().originText().contains(QLatin1Char('5')));
    QTRY_VERIFY(editor().edit()->placeholderText() != differing);  // the editor hears of it after the disk
    // One of them again.
    browser().showClip(browser().model()->idAt(2));
    QTRY_VERIFY(!editor().way()->isVisible());
    QTRY_VERIFY(!editor().originText().contains(QLatin1Char('5')));
    QVERIFY(rows()[2].caption->origin == project::CaptionOrigin::person);
  }

  /// What is typed is for the clip that is seen, however long the next one takes.
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
    // Another edit is under way, for which the search of the next one waits.
    m_app->clips().edit([](project::Project&) { QThread::msleep(300); });
    key(Qt::Key_J, Qt::ControlModifier);
    type(QStringLiteral("a dog"));
    QTRY_VERIFY(browser().currentClip() == browser().model()->idAt(1) && !edit.isReadOnly());
    QVERIFY(edit.hasFocus());
    type(QStringLiteral("a fox"));
    key(Qt::Key_Return, Qt::ControlModifier);
    using Texts = std::vector<std::string>;
    QTRY_COMPARE(captions(), (Texts{"a cat", "a fox", ""}));
    // Without another one the last stays, and can be written.
    key(Qt::Key_J, Qt::ControlModifier);
    QTRY_VERIFY(browser().currentClip() == browser().model()->idAt(2) && !edit.isReadOnly());
    key(Qt::Key_J, Qt::ControlModifier);
    QTRY_VERIFY(!edit.isReadOnly());
    QCOMPARE(browser().currentClip(), browser().model()->idAt(2));
  }

  /// Saving interrupts nobody: the caret stays, and what is typed on top of it is not lost.
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

  /// One of the captions that differ, given to all by keys alone.
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
