// SPDX-License-Identifier: GPL-3.0-or-later
#include <QContextMenuEvent>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include "base/file_lock.h"
#include "project/runs.h"
#include "run/run_notes.h"
#include "ui/start/interrupted_runs.h"
#include "ui/state/file_path.h"
#include "ui/support/run_folders.h"
#include "ui/support/user_input.h"
#include "ui/support/window_test.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;

/// Finding runs again after a crash.
class TestInterruptedCard : public WindowTest {
  Q_OBJECT

  QString project(const char* name) const { return path(QLatin1String(name)); }
  QWidget* interruptedCard() { return window().findChild<QWidget*>(QStringLiteral("interruptedRuns")); }
  QString textOf(const QWidget* widget) const {
    QStringList texts;
    for (const QLabel* const label : widget->findChildren<QLabel*>()) texts << label->text();
    return texts.join(QLatin1Char('\n'));
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
  }
  void cleanup() { m_app.reset(); }

  void runsThatACrashLeftAreOffered() {
    QVERIFY(interruptedCard()->isHidden());
    m_app->project().create(project("Cats"));
    QTRY_VERIFY(m_app->project().isOpen());
    RunFolder elsewhere(path(QStringLiteral("big disk")), QStringLiteral("elsewhere"), 1000);
    elsewhere.checkpoint(40);
    elsewhere.flush();
    run::write_run_notes({toPath(elsewhere.path())}, {.name = "Foxes in the snow"});
    m_app->clips().edit(
        [&](project::Project& project) { project::import_run_events(project, {toPath(elsewhere.path())}); });
    m_app->runs().refresh();
    QTRY_VERIFY(m_app->runs().run(elsewhere.path()) != nullptr);
    RunFolder crashed(project("Cats"), QStringLiteral("crashed"), 1000);
    crashed.metrics(7, {{QStringLiteral("loss"), 0.5}});
    crashed.checkpoint(300);
    crashed.metrics(301, {{QStringLiteral("loss"), 0.5}});
    crashed.flush();
    RunFolder stopped(project("Cats"), QStringLiteral("stopped"), 1000);
    stopped.event(QStringLiteral("ended"), 5, {{QStringLiteral("state"), QStringLiteral("stopped")}});
    stopped.flush();
    RunFolder paused(project("Cats"), QStringLiteral("paused"), 1000);
    paused.checkpoint(20);
    paused.event(QStringLiteral("ended"), 20, {{QStringLiteral("state"), QStringLiteral("paused")}});
    paused.flush();
    RunFolder live(project("Cats"), QStringLiteral("live"), 1000);
    live.metrics(1, {{QStringLiteral("loss"), 0.5}});
    live.flush();
    const auto held =
        FileLock::try_lock(std::filesystem::path((live.path() + QStringLiteral("/lock")).toStdString()));
    QVERIFY(held);
    restart();  // no project is open: the recent ones are searched
    QTRY_VERIFY(!interruptedCard()->isHidden());
    const QString text = textOf(interruptedCard());
    for (const char* const part : {"crashed", "300", "paused", "20", "1,000", "Cats", "Foxes in the snow"})
      QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
    QCOMPARE(interruptedCard()->findChildren<QPushButton*>(QStringLiteral("resumeRun")).size(), 3);
    QVERIFY(!text.contains(QLatin1String("live")) && !text.contains(QLatin1String("stopped")));
    keepPicture(QStringLiteral("start-interrupted"));
    for (QPushButton* const button : interruptedCard()->findChildren<QPushButton*>()) {
      if (!button->accessibleName().contains(QLatin1String("crashed"))) continue;
      QTRY_VERIFY(button->isEnabled());
      button->click();
      break;
    }
    // Its project opens, its job runs, and the page shows it.
    QTRY_VERIFY(m_app->project().isOpen());
    QTRY_COMPARE(stateOf(1), JobState::running);
    QTRY_VERIFY(m_app->runs().run(crashed.path()) != nullptr && m_app->runs().run(crashed.path())->job == 1);
    QTRY_VERIFY(!textOf(interruptedCard()).contains(QLatin1String("crashed")));
    // The other one is dismissed.
    interruptedCard()->findChild<QToolButton*>()->click();
    QTRY_COMPARE(interruptedCard()->findChildren<QPushButton*>(QStringLiteral("resumeRun")).size(), 1);
    interruptedCard()->findChild<QToolButton*>()->click();
    QTRY_VERIFY(interruptedCard()->isHidden());
  }

  /// Runs are searched about every second while one trains.
  void aRowStaysWhileAnotherRunTrains() {
    m_app->project().create(project("Cats"));
    QTRY_VERIFY(m_app->project().isOpen());
    RunFolder crashed(project("Cats"), QStringLiteral("crashed"), 1000);
    crashed.checkpoint(300);
    crashed.flush();
    RunFolder live(project("Cats"), QStringLiteral("live"), 1000);
    const auto held = FileLock::try_lock(toPath(live.path() + QStringLiteral("/lock")));
    QVERIFY(held);
    live.flush();
    window().showPage(PageId::start);
    activate();
    QTRY_VERIFY(interruptedCard()->isVisible());
    const QPointer resume = interruptedCard()->findChild<QPushButton*>(QStringLiteral("resumeRun"));
    QTRY_VERIFY(resume->isEnabled());
    UserInput input(UserInput::Way::keyboard, window());
    input.focus(resume);
    QContextMenuEvent wanted(QContextMenuEvent::Keyboard, {}, resume->mapToGlobal(QPoint(2, 2)));
    QApplication::sendEvent(resume, &wanted);
    const QPointer menu = QApplication::activePopupWidget();
    QVERIFY(menu != nullptr);
    for (int step = 1; step <= 3; ++step) {
      live.metrics(step, {{QStringLiteral("loss"), 0.5}});
      live.flush();
      QTRY_COMPARE(m_app->runs().run(live.path())->info.last_step, int64_t{step});
    }
    QVERIFY(menu != nullptr && menu->isVisible());
    QTest::keyClick(menu, Qt::Key_Escape);
    activate();
    QVERIFY(resume != nullptr && resume->hasFocus());
    key(Qt::Key_Space);
    QTRY_COMPARE(stateOf(1), JobState::running);
  }
};

QTEST_MAIN(TestInterruptedCard)
#include "test_interrupted_card.moc"
