// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QComboBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "base/atomic_file.h"
#include "base/resource_watch.h"
#include "engine_api/requests.h"
#include "project/clips.h"
#include "support/project_changes.h"
#include "ui/shell/navigation_rail.h"
#include "ui/shell/new_project_dialog.h"
#include "ui/state/file_path.h"
#include "ui/support/answer.h"
#include "ui/support/dataset_test.h"
#include "ui/support/user_input.h"
#include "ui/widgets/message_bar.h"

using namespace fw;
using namespace fw::ui;

namespace {

/// A folder below which nothing is writable; empty: none.
std::string readOnlyDisk;

bool isReadOnly(const char* path) {
  return !readOnlyDisk.empty() && std::string_view(path).starts_with(readOnlyDisk);
}

}  // namespace

/// Replaces the C library's: root may write anywhere, and a test cannot mount a read-only disk.
extern "C" int access(const char* path, int mode) noexcept {
  if ((mode & W_OK) == 0 || !isReadOnly(path)) return ::faccessat(AT_FDCWD, path, mode, 0);
  errno = EROFS;
  return -1;
}
extern "C" int mkdir(const char* path, mode_t mode) noexcept {
  if (!isReadOnly(path)) return ::mkdirat(AT_FDCWD, path, mode);
  errno = EROFS;
  return -1;
}

/// Opening, closing, and a folder that disappears while its project is open.
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
    session.open(QStringLiteral("/elsewhere"));  // ignored: the other call is running
    QTRY_COMPARE(changed.size(), 1);
    QCOMPARE(session.name(), QStringLiteral("Körper 影片"));
    QCOMPARE(count_clips(session.project()), 0);
    QVERIFY(!session.read_only_reason());
    QSignalSpy notCreated(&session, &ProjectSession::notCreated);
    session.create(folder);
    QTRY_COMPARE(notCreated.size(), 1);
    QCOMPARE(failed.size(), 1);
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
    QCOMPARE(editor().edit()->toPlainText(), QStringLiteral("a cat sleeps"));  // so that it can be copied
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

  void whatWasTypedWaitsForTheFolder_data() {
    QTest::addColumn<QString>("way");
    for (const char* const way : {"put back", "moved", "saved as a copy"})
      QTest::newRow(way) << QString::fromLatin1(way);
  }
  void whatWasTypedWaitsForTheFolder() {
    QFETCH(QString, way);
    makeProject();
    m_app->clips().edit([](project::Project& project) { add_test_clips(project, 3); });
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), 3, 20000);
    window().showPage(PageId::dataset);
    const auto showClip = [this](int row) {
      browser().showClip(browser().model()->idAt(row));
      QTRY_VERIFY(editor().edit()->isEnabled());
    };
    const auto text = [this] { return editor().edit()->toPlainText(); };
    showClip(0);
    const QString away = path(QStringLiteral("away"));
    QVERIFY(QDir().rename(project(), away));
    // Before anything has noticed: the user types, then chooses the next clip.
    editor().edit()->setFocus();
    editor().edit()->selectAll();
    type(QStringLiteral("a cat sleeps"));
    showClip(1);
    QTRY_VERIFY_WITH_TIMEOUT(window().messages().holds("project.gone"), 10000);
    QVERIFY(text() != QStringLiteral("a cat sleeps"));
    bool asked = false;
    answer(QStringLiteral("stayOpen"), &asked);
    QVERIFY(!window().close() && asked);
    showClip(0);
    QTRY_COMPARE(text(), QStringLiteral("a cat sleeps"));
    QVERIFY(editor().isUnsaved() && editor().edit()->isReadOnly());
    showClip(2);
    if (way == QLatin1String("put back")) {
      QVERIFY(QDir().rename(away, project()));
      QTRY_VERIFY_WITH_TIMEOUT(!m_app->project().isGone(), 10000);
      QVERIFY(!window().messages().holds("project.gone"));
      showClip(0);
    } else {
      UserInput input(UserInput::Way::mouse, window());
      const bool isCopy = way == QLatin1String("saved as a copy");
      const QString place = isCopy ? path(QStringLiteral("Kept")) : away;
      QVERIFY(!isCopy || QDir().mkdir(place));
      const QString button =
          isCopy ? QStringLiteral("project.saveCopy.button") : QStringLiteral("project.find.button");
      input.chooseFile(place, [&] { input.press(window().messages().findChild<QPushButton*>(button)); });
      QTRY_COMPARE_WITH_TIMEOUT(m_app->project().folder(), place, 20000);
      QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), 3, 20000);
    }
    const auto captionAt = [this](size_t row) {
      const auto read = project::Project::open(toPath(m_app->project().folder()), project::Access::read_only);
      const project::ClipRow clip = read_clip(read, list_clips(read)[row]);
      return clip.caption ? clip.caption->text : std::string();
    };
    QTRY_COMPARE_WITH_TIMEOUT(captionAt(0), std::string("a cat sleeps"), 10000);
    // The window is writable again.
    showClip(1);
    QTRY_VERIFY(!editor().edit()->isReadOnly());
    editor().edit()->setFocus();
    editor().edit()->selectAll();
    type(QStringLiteral("a dog runs"));
    key(Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(captionAt(1), std::string("a dog runs"));
    QVERIFY(!editor().isUnsaved());
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

  void aNewProjectIsNamedLikeAFolder() {
    const auto isRefused = [](NewProjectDialog& dialog, const char* name) {
      dialog.name()->selectAll();
      QTest::keyClicks(dialog.name(), QString::fromUtf8(name));
      return !dialog.findChild<QPushButton*>(QStringLiteral("createProject"))->isEnabled();
    };
    UserInput input(UserInput::Way::keyboard, window());
    input.inDialog([&] { input.command("project.new"); },
                   [&](QDialog& opened) {
                     auto& dialog = dynamic_cast<NewProjectDialog&>(opened);
                     input.fill(dialog.place(), m_folder->path() + QLatin1Char(' '));
                     for (const char* const name : {"Rain / city?", "/tmp/Rain", "..", ".hidden"}) {
                       QVERIFY2(isRefused(dialog, name), name);
                       QVERIFY2(dialog.says().contains(QLatin1String("cannot be the name")),
                                qPrintable(dialog.says()));
                     }
                     keepPictureOf(dialog, QStringLiteral("new-project-refused"));
                     QVERIFY(!isRefused(dialog, " Rain "));
                     QTest::keyClick(dialog.name(), Qt::Key_Return);
                   });
    QTRY_VERIFY(m_app->project().isOpen());
    QCOMPARE(m_app->project().folder(), path(QStringLiteral("Rain")));
    QCOMPARE(QDir(m_folder->path()).entryList({QStringLiteral("*Rain*")}, QDir::Dirs),
             QStringList{QStringLiteral("Rain")});
  }

  /// On a read-only disk, also in an existing folder: the dialog names the disk and keeps its input.
  void aNewProjectThatFailsLeavesTheDialogOpen_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("place");
    QTest::newRow("new") << "Nope"
                         << "disk is read-only";
    QTest::newRow("exists") << "there"
                            << "disk/there is read-only";
  }
  void aNewProjectThatFailsLeavesTheDialogOpen() {
    QFETCH(QString, name);
    QFETCH(QString, place);
    UserInput input(UserInput::Way::keyboard, window());
    QVERIFY(QDir().mkpath(path(QStringLiteral("disk/there"))));
    readOnlyDisk = path(QStringLiteral("disk")).toStdString();
    input.inDialog([&] { input.command("project.new"); },
                   [&](QDialog& opened) {
                     auto& dialog = dynamic_cast<NewProjectDialog&>(opened);
                     input.fill(dialog.name(), name);
                     input.fill(dialog.place(), path(QStringLiteral("disk")));
                     input.key(QKeySequence(Qt::Key_Return));
                     input.await(QStringLiteral("the disk is named"), [&] {
                       return dialog.says().contains(name + QStringLiteral(" could not be created")) &&
                              dialog.says().contains(place);
                     });
                     keepPictureOf(dialog, QStringLiteral("new-project-failed"));
                     QVERIFY(dialog.isVisible() && !window().messages().holds("project.place_read_only"));
                     QCOMPARE(dialog.name()->text(), name);
                     readOnlyDisk.clear();
                     input.fill(dialog.place(), m_folder->path());
                     input.key(QKeySequence(Qt::Key_Return));
                   });
    QTRY_COMPARE(m_app->project().folder(), path(name));
  }

  /// A project's banner closes with the project, a job's banner with the job.
  void bannersGoWithTheirReason() {
    MessageBar& messages = window().messages();
    m_app->project().open(QStringLiteral("/nowhere"));
    QTRY_VERIFY(messages.holds("project.missing"));
    makeProject();
    QVERIFY(!messages.holds("project.missing"));
    std::atomic<bool> ends = false;
    m_app->bridge().addKind({"advice", {}, [&ends](const nlohmann::json&) {
                               return engine_api::make_job([&ends](engine_api::JobContext& context) {
                                 context.publish(engine_api::Logged{
                                     engine_api::LogLevel::warning, {}, Fault(fake::broken_file, {}), true});
                                 while (!ends) std::this_thread::sleep_for(std::chrono::milliseconds(2));
                                 return engine_api::Outcome::finished({});
                               });
                             }});
    m_app->bridge().submit({"advice", "Run", {}});
    QTRY_VERIFY(messages.holds("test.broken_file"));
    ends = true;
    QTRY_VERIFY(!messages.holds("test.broken_file"));
    const engine_api::JobId failed = m_app->bridge().submit({"fail", "Run", {}});
    QTRY_VERIFY(messages.holds("test.broken_file"));
    m_app->bridge().send(engine_api::Verb::remove, failed);
    QTRY_VERIFY(!messages.holds("test.broken_file"));
  }

  /// A run that waited for disk space, or could have, has space again.
  void theDiskIsNoLongerFull() {
    std::atomic<bool> ends = false;
    m_app->bridge().addKind({"train", {}, [&ends](const nlohmann::json&) {
                               return engine_api::make_job([&ends](engine_api::JobContext& context) {
                                 context.publish(engine_api::Logged{
                                     engine_api::LogLevel::warning, {}, Fault(disk_low, {}), true});
                                 for (int step = 0; !ends; ++step) {
                                   std::this_thread::sleep_for(std::chrono::milliseconds(20));
                                   context.progress({"training", step, 100000});
                                 }
                                 return engine_api::Outcome::finished({});
                               });
                             }});
    bool wasSaid = false;
    connect(&m_app->bridge(), &EngineBridge::eventsArrived, this,
            [&] { wasSaid = wasSaid || window().messages().holds(disk_low.code); });
    m_app->bridge().submit(
        job_of(engine_api::TrainRequest{.run = path(QStringLiteral("run")).toStdString()}, {}));
    QTRY_VERIFY(wasSaid);
    QTRY_VERIFY(!window().messages().holds(disk_low.code));
    QCOMPARE(stateOf(1), engine_api::JobState::running);
    QCOMPARE(m_app->jobs().job(1)->title(), QStringLiteral("run"));  // without a name, called by its folder
    ends = true;
    QTRY_COMPARE(stateOf(1), engine_api::JobState::finished);
  }

  void aProjectThatIsGoneIsNoticedUntouched() {
    makeProject();
    QVERIFY(QDir(project()).removeRecursively());
    QTRY_VERIFY_WITH_TIMEOUT(m_app->project().isGone(), 10000);
    QVERIFY(window().messages().holds("project.gone"));
    QVERIFY(window().messages().findChild<QPushButton*>(QStringLiteral("project.find.button"))->isVisible());
    // No work is possible without it: the message stays on top, and is in the log.
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
