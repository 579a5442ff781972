// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/Database.h>

#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include "base/file_lock.h"
#include "ui/shell/job_dock.h"
#include "ui/start/left_jobs_card.h"
#include "ui/state/file_path.h"
#include "ui/support/run_folders.h"
#include "ui/support/user_input.h"
#include "ui/support/window_test.h"
#include "ui/widgets/message_bar.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;

/// Jobs that were waiting when the program ended.
class TestLeftJobsCard : public WindowTest {
  Q_OBJECT

  QString project() const { return path(QStringLiteral("Cats")); }
  void makeProject() {
    m_app->project().create(project());
    QTRY_VERIFY(m_app->project().isOpen());
  }
  LeftJobsCard* leftCard() { return window().findChild<LeftJobsCard*>(); }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
  }
  void cleanup() { m_app.reset(); }

  void whatWaitedIsOfferedAfterACrash() {
    makeProject();
    const std::string folder = project().toStdString();
    m_app->bridge().submit({"gate", "Import", {{"project", folder}}});
    m_app->bridge().submit({"gate", "Export", {{"project", folder}, {"n", 2}}});
    m_app->bridge().submit({"gate", "Merge", {{"lora", "/elsewhere.safetensors"}}});
    m_app->bridge().submit({"gate", "Clip", {{"out", "/elsewhere/clip.mp4"}, {"project", folder}}});
    QTRY_VERIFY(keptJobs().size() == 4 && keptJobs()[0].has_begun);
    const auto files = [&] {
      return QDir(m_folder->path() + QStringLiteral("/framewright/queue"))
          .entryList({QStringLiteral("*.json")}, QDir::Files)
          .size();
    };
    QTRY_COMPARE(files(), 1);
    restart();  // the queue is destroyed with its jobs
    QCOMPARE(m_app->jobs().rowCount(), 0);
    QTRY_VERIFY(leftCard()->isVisible());
    QTRY_COMPARE(leftCard()->findChildren<QPushButton*>(QStringLiteral("addAgain")).size(), 4);
    QStringList texts;
    for (const QLabel* const label : leftCard()->findChildren<QLabel*>()) texts << label->text();
    QVERIFY(texts.contains(QStringLiteral("Cats, was running")));
    QVERIFY(texts.contains(QStringLiteral("Cats, was waiting")));
    QVERIFY(texts.contains(QStringLiteral("Cats, was waiting, writes to /elsewhere/clip.mp4")));
    keepPicture(QStringLiteral("start-left-jobs"));
    QTest::qWait(200);
    QCOMPARE(m_app->jobs().rowCount(), 0);  // nothing starts unasked
    const auto add = [&](int row) {
      auto* const button = leftCard()->findChildren<QPushButton*>(QStringLiteral("addAgain"))[row];
      QTRY_VERIFY(button->isEnabled());
      button->click();
    };
    add(0);
    QTRY_COMPARE(stateOf(1), JobState::running);
    QVERIFY(m_app->project().isOpen());
    QCOMPARE(m_app->bridge().jobs()[0].spec.params.value("project", std::string()), folder);
    QTRY_COMPARE(leftCard()->findChildren<QPushButton*>(QStringLiteral("addAgain")).size(), 3);
    // Only this card knows the job: it is removed on request, and not by accident.
    UserInput input(UserInput::Way::mouse, window());
    for (const auto& [button, count] : {std::pair("keepJob", 3), std::pair("cancelJob", 2)}) {
      input.answer(QLatin1String(button), [&] {
        input.press(leftCard()->findChildren<QToolButton*>(QStringLiteral("forgetJob"))[0]);
      });
      QTRY_COMPARE(leftCard()->findChildren<QPushButton*>(QStringLiteral("addAgain")).size(), count);
      QTRY_COMPARE(keptJobs().size(), static_cast<size_t>(count + 1));  // and the running one
    }
    add(0);
    QTRY_COMPARE(m_app->jobs().rowCount(), 2);
    add(0);
    QTRY_COMPARE(m_app->jobs().rowCount(), 3);
    QTRY_VERIFY(!leftCard()->isVisible());
    // Completed jobs are not offered again.
    m_gate->open = true;
    QTRY_COMPARE(m_app->jobs().endedCount(), 3);
    QTRY_COMPARE(files(), 0);
    restart();
    QTest::qWait(300);
    QVERIFY(!leftCard()->isVisible());
  }

  /// All at once, in the original order; held jobs are held again.
  void theQueueComesBackAsItWas() {
    makeProject();
    const std::string folder = project().toStdString();
    QStringList titles;
    for (int i = 0; i < 11; ++i) {
      titles << QStringLiteral("job %1").arg(i);
      m_app->bridge().submit({"gate", titles.last().toStdString(), {{"project", folder}, {"n", i}}});
    }
    QVERIFY(m_app->bridge().send(engine_api::Verb::hold, 4));
    QTRY_VERIFY(keptJobs().size() == 11 && keptJobs()[3].on_hold);
    restart();
    const auto texts = [&] {
      QStringList all;
      for (const QLabel* const label : leftCard()->findChildren<QLabel*>()) all << label->text();
      return all;
    };
    QTRY_VERIFY(leftCard()->isVisible() && texts().contains(QStringLiteral("Cats, was on hold")));
    QVERIFY(texts().contains(QStringLiteral("3 more")));
    const auto all = [&] { return leftCard()->findChild<QPushButton*>(QStringLiteral("addAllAgain")); };
    QTRY_VERIFY(all() != nullptr && all()->isEnabled());
    QTest::mouseClick(all(), Qt::LeftButton);
    QTRY_COMPARE(m_app->jobs().rowCount(), 11);
    QTRY_COMPARE(stateOf(1), JobState::running);
    QTRY_COMPARE(stateOf(4), JobState::held);
    QStringList queued;
    for (int row = 0; row < 11; ++row)
      queued << m_app->jobs().index(row, JobListModel::JobColumn).data().toString();
    QCOMPARE(queued, titles);
    QTRY_VERIFY(!leftCard()->isVisible());
  }

  void aRowStaysWhileARunTrains() {
    makeProject();
    m_app->bridge().submit({"gate", "Import", {{"project", project().toStdString()}}});
    QTRY_COMPARE(keptJobs().size(), size_t{1});
    RunFolder live(project(), QStringLiteral("live"), 1000);
    const auto held = FileLock::try_lock(toPath(live.path() + QStringLiteral("/lock")));
    QVERIFY(held);
    live.flush();
    restart();
    m_app->project().open(project());
    QTRY_VERIFY(m_app->project().isOpen());
    window().showPage(PageId::start);
    activate();
    QTRY_VERIFY(leftCard()->isVisible());
    const QPointer add = leftCard()->findChild<QPushButton*>(QStringLiteral("addAgain"));
    QTRY_VERIFY(add->isEnabled());
    UserInput input(UserInput::Way::keyboard, window());
    input.focus(add);
    QTRY_VERIFY(m_app->runs().run(live.path()) != nullptr);
    for (int step = 1; step <= 3; ++step) {
      live.metrics(step, {{QStringLiteral("loss"), 0.5}});
      live.flush();
      QTRY_COMPARE(m_app->runs().run(live.path())->info.last_step, int64_t{step});
    }
    QVERIFY(add != nullptr && add->hasFocus());
    key(Qt::Key_Space);
    QTRY_COMPARE(stateOf(1), JobState::running);
  }

  /// Jobs start programs: those stored in somebody else's project are ignored.
  void aProjectBringsNoJobs() {
    {
      auto shared = project::Project::create(project().toStdString());
      shared.write([](SQLite::Database& database) {
        database.exec(
            "CREATE TABLE kept_jobs (id INTEGER PRIMARY KEY, session TEXT, kind TEXT, title TEXT,"
            " params TEXT, has_begun INTEGER, expected_seconds REAL)");
        database.exec(
            "INSERT INTO kept_jobs VALUES (1, '1-1', 'dataset_caption', 'shared',"
            " '{\"project\": \".\", \"command\": \"sh -c id {file}\"}', 0, 0)");
      });
    }
    QVERIFY(QDir(project()).mkpath(QStringLiteral("queue")));
    QFile planted(project() + QStringLiteral("/queue/1-1.json"));
    QVERIFY(planted.open(QFile::WriteOnly));
    planted.write(R"([{"id": 1, "kind": "dataset_caption", "params": {"command": "id"}}])");
    planted.close();
    m_app->project().open(project());
    QTRY_VERIFY(m_app->project().isOpen() && !m_app->project().isBusy());
    QTest::qWait(300);
    QVERIFY(!leftCard()->isVisible());
    QVERIFY(m_app->keeper().left().empty());
  }

  /// On every page, and in the list of jobs.
  void whatTheLastSessionLeftIsOfferedEverywhere() {
    makeProject();
    RunFolder crashed(project(), QStringLiteral("crashed"), 1000);
    crashed.write(
        QStringLiteral("run.toml"),
        QStringLiteral("schema = 1\n[model]\nfamily = \"cogvideox\"\n[training]\ntrain_steps = 9\n"));
    crashed.checkpoint(3);
    crashed.flush();
    RunFolder paused(project(), QStringLiteral("paused"), 1000);
    paused.event(QStringLiteral("ended"), 20, {{QStringLiteral("state"), QStringLiteral("paused")}});
    paused.flush();
    m_app->bridge().submit({"gate", "Export", {{"project", project().toStdString()}}});
    QTRY_COMPARE(keptJobs().size(), size_t{1});
    restart();
    window().showPage(PageId::gallery);
    action("view.jobs")->trigger();
    activate();
    MessageBar& messages = window().messages();
    QTRY_VERIFY(messages.holds("jobs.unfinished"));
    // A run without a name is called by its folder; a paused one was left on purpose.
    QTRY_COMPARE(messages.text().section(u'\n', 0, 0),
                 QStringLiteral("crashed, Export did not finish in the last session."));
    auto* const inJobs =
        window().jobDock().findChild<QPushButton*>(QStringLiteral("jobs.resumeUnfinished.button"));
    QVERIFY(inJobs != nullptr && inJobs->isVisible() && inJobs->isEnabled());
    keepPicture(QStringLiteral("unfinished-jobs"));
    UserInput input(UserInput::Way::mouse, window());
    input.press(inJobs);
    QTRY_COMPARE(m_app->jobs().rowCount(), 2);
    QTRY_VERIFY(!messages.holds("jobs.unfinished") && !inJobs->isVisible());
    QVERIFY(!action("jobs.resumeUnfinished")->isEnabled());
    QTRY_COMPARE(m_app->jobs().job(1)->title(), QStringLiteral("crashed"));
  }

  void jobsOfAProjectThatIsOpenElsewhereAreNotOffered() {
    makeProject();
    m_app->bridge().submit({"gate", "Import", {{"project", project().toStdString()}}});
    QTRY_COMPARE(keptJobs().size(), size_t{1});
    m_app.reset();
    const auto other = project::Project::open(project().toStdString());
    QVERIFY(!other.read_only());
    restart();
    QTest::qWait(400);
    QVERIFY(!leftCard()->isVisible());
  }
};

QTEST_MAIN(TestLeftJobsCard)
#include "test_left_jobs_card.moc"
