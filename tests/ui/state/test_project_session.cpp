// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "base/atomic_file.h"
#include "project/clips.h"
#include "support/project_changes.h"
#include "ui/shell/navigation_rail.h"
#include "ui/state/file_path.h"
#include "ui/support/dataset_test.h"
#include "ui/support/user_input.h"
#include "ui/widgets/message_bar.h"

using namespace fw;
using namespace fw::ui;

/// Opening, closing, and a folder that goes away while its project is open.
class TestProjectSession : public DatasetTest {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
    activate();
  }
  void cleanup() { m_app.reset(); }

  void projectsOpenAndClose() {
    ProjectSession session;
    QSignalSpy changed(&session, &ProjectSession::changed);
    QSignalSpy failed(&session, &ProjectSession::failed);
    const QString folder = path(QStringLiteral("Körper 影片"));
    session.open(folder);
    QTRY_COMPARE(failed.size(), 1);
    session.create(folder);
    session.open(QStringLiteral("/elsewhere"));  // ignored: the other call is under way
    QTRY_COMPARE(changed.size(), 1);
    QCOMPARE(session.name(), QStringLiteral("Körper 影片"));
    QCOMPARE(count_clips(session.project()), 0);
    QVERIFY(!session.read_only_reason());
    session.create(folder);
    QTRY_COMPARE(failed.size(), 2);
    QVERIFY(session.isOpen());
    session.close();
    QVERIFY(!session.isOpen());
    session.open(folder + QStringLiteral("/project.framewright"));
    QTRY_COMPARE(changed.size(), 3);
    QCOMPARE(session.folder(), folder);
    session.close();
    const QString run = folder + QStringLiteral("/runs/20261125-1");
    QVERIFY(QDir().mkpath(run));
    write_file_atomically(toPath(run + QStringLiteral("/run.toml")), "schema = 1\n", Existing::refuse);
    session.open(run + QStringLiteral("/run.toml"));  // double-clicked in a file manager
    QTRY_COMPARE(changed.size(), 5);
    QCOMPARE(session.folder(), folder);
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
    QTRY_VERIFY_WITH_TIMEOUT(window().messages().holds("project.gone"), 10000);
    QTRY_VERIFY(editor().isUnsaved());
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
    QVERIFY(!window().messages().holds("project.gone"));
  }

  void aProjectThatIsGoneIsSavedElsewhere() {
    makeProject();
    m_app->clips().edit([](project::Project& project) { add_test_clips(project, 3); });
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), 3, 20000);
    QVERIFY(!action("project.saveCopy")->isEnabled());
    QVERIFY(QDir(project()).removeRecursively());
    QTRY_VERIFY_WITH_TIMEOUT(window().messages().holds("project.gone"), 10000);
    const QString kept = path(QStringLiteral("Kept"));
    QVERIFY(QDir().mkdir(kept));
    UserInput input(UserInput::Way::mouse, window());
    input.chooseFile(kept, [&] {
      input.press(window().messages().findChild<QPushButton*>(QStringLiteral("project.saveCopy.button")));
    });
    QTRY_COMPARE_WITH_TIMEOUT(window().windowTitle(), QStringLiteral("Kept"), 20000);
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), 3, 20000);
    QVERIFY(!m_app->project().isGone() && !m_app->project().read_only_reason());
    QVERIFY(!window().messages().holds("project.gone"));
    QVERIFY(!action("project.saveCopy")->isEnabled());
    QVERIFY(!QFileInfo::exists(project()));
  }

  void aProjectThatIsGoneIsNoticedUntouched() {
    makeProject();
    QVERIFY(QDir(project()).removeRecursively());
    QTRY_VERIFY_WITH_TIMEOUT(m_app->project().isGone(), 10000);
    QVERIFY(window().messages().holds("project.gone"));
    QVERIFY(window().messages().findChild<QPushButton*>(QStringLiteral("project.find.button"))->isVisible());
    // Nobody can work on without it: it stays, in front of all else, and is in the log.
    MessageBar& messages = window().messages();
    const QString told = messages.text();
    messages.showFault(Fault(fake::broken_file, {{"file", "a"}}));
    QCOMPARE(messages.text(), told);
    for (const QToolButton* const button : messages.findChildren<QToolButton*>())
      QVERIFY(!button->isVisible() || button->accessibleName() != QLatin1String("Dismiss this message"));
    const auto isLogged = [&] {
      for (int row = 0; row < m_app->log().rowCount(); ++row)
        if (m_app->log().lineText(row).contains(QLatin1String("project.gone"))) return true;
      return false;
    };
    QTRY_VERIFY(isLogged());
    action("project.close")->trigger();
    QVERIFY(!m_app->project().isOpen());
    QVERIFY(!window().messages().holds("project.gone"));
    QVERIFY(!QFileInfo::exists(project()));
  }
};

QTEST_MAIN(TestProjectSession)
#include "test_project_session.moc"
