// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QPlainTextEdit>
#include <QTest>

#include "project/captions.h"
#include "project/clips.h"
#include "support/project_changes.h"
#include "ui/dataset/caption_editor.h"
#include "ui/dataset/clip_browser.h"
#include "ui/dataset/dataset_page.h"
#include "ui/support/window_test.h"
#include "ui/widgets/clip_grid.h"

using namespace fw;
using namespace fw::ui;

/// One caption for many clips.
class TestCaptionEditor : public WindowTest {
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
  std::vector<project::ClipRow> rows() {
    const auto read = project::Project::open(project().toStdString(), project::Access::read_only);
    return read_clips(read, list_clips(read));
  }
  std::vector<std::string> captions() {
    std::vector<std::string> texts;
    for (const project::ClipRow& row : rows()) texts.push_back(row.caption ? row.caption->text : "");
    return texts;
  }

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

  void allSelectedClipsAreCaptioned() {
    m_app->project().create(project());
    QTRY_VERIFY(m_app->project().isOpen());
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
    QVERIFY(editor().originText().contains(QLatin1Char('5')));
    QVERIFY(editor().edit()->placeholderText() != differing);
    // One of them again.
    browser().showClip(browser().model()->idAt(2));
    QTRY_VERIFY(!editor().way()->isVisible());
    QVERIFY(!editor().originText().contains(QLatin1Char('5')));
    QVERIFY(rows()[2].caption->origin == project::CaptionOrigin::person);
  }
};

QTEST_MAIN(TestCaptionEditor)
#include "test_caption_editor.moc"
