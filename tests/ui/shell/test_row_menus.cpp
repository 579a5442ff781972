// SPDX-License-Identifier: GPL-3.0-or-later
#include <QClipboard>
#include <QContextMenuEvent>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTabWidget>

#include "run/run_notes.h"
#include "ui/monitor/monitor_page.h"
#include "ui/monitor/run_choice_model.h"
#include "ui/shell/job_dock.h"
#include "ui/shell/log_dock.h"
#include "ui/start/start_page.h"
#include "ui/support/run_folders.h"
#include "ui/support/window_test.h"
#include "ui/train/check_card.h"
#include "ui/train/runs_view.h"
#include "ui/train/train_page.h"
#include "ui/widgets/flat_table.h"

using namespace fw;
using namespace fw::ui;

/// A row's commands are in its menu, by mouse and by the Menu key.
class TestRowMenus : public WindowTest {
  Q_OBJECT

  QString m_second;

  /// Opens the widget's context menu by right click or Menu key; `does` gets the menu and closes it.
  void inMenu(QWidget* widget, QPoint at, QContextMenuEvent::Reason reason,
              const std::function<void(QMenu& menu)>& does) {
    bool done = false;
    QTimer poll;
    connect(&poll, &QTimer::timeout, this, [&] {
      auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (menu == nullptr) return;
      poll.stop();
      done = true;
      does(*menu);
      menu->close();
    });
    poll.start(5);
    QContextMenuEvent event(reason, at, widget->mapToGlobal(at));
    QApplication::sendEvent(widget, &event);
    QTRY_VERIFY(done);
  }
  static QStringList commandsOf(const QMenu& menu) {
    QStringList commands;
    for (const QAction* const action : menu.actions()) commands << action->objectName();
    return commands;
  }
  static QAction* entry(const QMenu& menu, const QString& text) {
    for (QAction* const action : menu.actions())
      if (action->text().remove(QLatin1Char('&')) == text) return action;
    return nullptr;
  }
  FlatTable& monitorRuns() { return *pageOf<MonitorPage>().runTable(); }
  QPoint rowOf(const FlatTable& table, int row) {
    return table.visualRect(table.model()->index(row, 0)).center();
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
    m_app->project().create(path(QStringLiteral("Cats")));
    QTRY_VERIFY(m_app->project().isOpen());
    for (const char* const name : {"first", "second"}) {
      RunFolder run(path(QStringLiteral("Cats")), QLatin1String(name), 40);
      run.metrics(20, {{QStringLiteral("loss"), 0.1}});
      run.checkpoint(20);
      run.flush();
    }
    activate();
    m_app->runs().refresh();
    QTRY_COMPARE(m_app->runs().rowCount(), 2);
  }
  void cleanup() { m_app.reset(); }

  /// The commands of Train's list itself, applied to the run selected here.
  void monitorsRunsHaveTheCommandsOfTrainsRuns() {
    window().showPage(PageId::train);
    pageOf<TrainPage>().tabs().setCurrentIndex(2);
    pageOf<TrainPage>().runs().table()->setCurrentIndex(m_app->runs().index(0, 0));
    window().showPage(PageId::monitor);
    QTest::mouseClick(monitorRuns().viewport(), Qt::LeftButton, {}, rowOf(monitorRuns(), 1));
    const QString chosen = pageOf<MonitorPage>().choice()->main();
    QCOMPARE(chosen, m_app->runs().runs()[1].folder);
    for (const auto reason : {QContextMenuEvent::Mouse, QContextMenuEvent::Keyboard})
      inMenu(monitorRuns().viewport(), rowOf(monitorRuns(), 1), reason, [&](QMenu& menu) {
        const QStringList commands = commandsOf(menu);
        for (const char* const id : {"train.resumeRun", "train.compareRuns", "train.starRun",
                                     "train.renameRun", "train.noteRun", "train.reveal", "train.deleteRun"}) {
          QVERIFY2(commands.contains(QLatin1String(id)), id);
          QVERIFY2(menu.actions().contains(action(id)), id);
        }
        QVERIFY(!commands.contains(QLatin1String("train.starredRuns")));  // applies to the other list
        if (reason == QContextMenuEvent::Mouse) action("train.starRun")->trigger();
      });
    QTRY_VERIFY(m_app->runs().run(chosen)->notes.starred);
    QVERIFY(!m_app->runs().runs()[0].notes.starred);
    // Its shortcuts, too.
    auto* const timer = new QTimer(qApp);
    connect(timer, &QTimer::timeout, timer, [timer] {
      auto* const dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr) return;
      timer->deleteLater();
      QTest::keyClicks(dialog->findChild<QLineEdit*>(), QStringLiteral("Foxes"));
      QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
    });
    timer->start(10);
    activate();
    monitorRuns().setFocus();
    key(Qt::Key_F2);
    QTRY_COMPARE(QString::fromStdString(run::read_run_notes({chosen.toStdString()}).name),
                 QStringLiteral("Foxes"));
    // Back on their own page they apply to their own list again.
    window().showPage(PageId::train);
    action("train.starRun")->trigger();
    QTRY_VERIFY(m_app->runs().runs()[0].notes.starred);
  }

  void jobsAndLogLinesHaveMenus() {
    m_app->bridge().submit({"gate", "First", {}});
    m_app->bridge().submit({"gate", "Second", {}});
    action("view.jobs")->trigger();
    action("view.log")->trigger();
    FlatTable& jobs = *window().jobDock().table();
    QTRY_COMPARE(jobs.model()->rowCount(), 2);
    jobs.setCurrentIndex(jobs.model()->index(1, 0));
    inMenu(jobs.viewport(), rowOf(jobs, 1), QContextMenuEvent::Keyboard, [&](QMenu& menu) {
      for (const char* const id : {"jobs.cancel", "jobs.hold", "jobs.resume", "jobs.up", "jobs.remove"})
        QVERIFY2(menu.actions().contains(action(id)), id);
      action("jobs.hold")->trigger();
    });
    QTRY_COMPARE(stateOf(2), engine_api::JobState::held);
    FlatTable& log = *window().logDock().table();
    QTRY_VERIFY(log.model()->rowCount() > 1);
    log.setCurrentIndex(log.model()->index(0, 0));
    for (const auto& [id, lines] :
         {std::pair("log.copy", 1), std::pair("log.copyAll", log.model()->rowCount())})
      inMenu(log.viewport(), rowOf(log, 0), QContextMenuEvent::Mouse,
             [&, id = id, lines = lines](QMenu& menu) {
               QVERIFY2(menu.actions().contains(action(id)), id);
               action(id)->trigger();
               QVERIFY(QGuiApplication::clipboard()->text().count(u'\n') >= lines - 1);
             });
    m_gate->open = true;
  }

  void startHasMenus() {
    window().showPage(PageId::start);
    auto* const recent = window().findChild<FlatTable*>(QStringLiteral("recentProjects"));
    QCOMPARE(recent->model()->rowCount(), 1);
    recent->setCurrentIndex(recent->model()->index(0, 0));
    action("project.close")->trigger();
    QTRY_VERIFY(!m_app->project().isOpen());
    recent->setCurrentIndex(recent->model()->index(0, 0));
    inMenu(recent->viewport(), rowOf(*recent, 0), QContextMenuEvent::Keyboard, [&](QMenu& menu) {
      QVERIFY(menu.actions().contains(action("project.forget")));
      QVERIFY(entry(menu, QStringLiteral("Show in file manager"))->isEnabled());
      entry(menu, QStringLiteral("Open the project"))->trigger();
    });
    QTRY_VERIFY(m_app->project().isOpen());
    window().showPage(PageId::start);
    QTRY_COMPARE(m_app->runs().rowCount(), 2);
    auto* const card = window().findChild<QWidget*>(QStringLiteral("lastRuns"));
    QTRY_VERIFY(card->findChild<QPushButton*>(QStringLiteral("showRun")) != nullptr);
    auto* const show = card->findChild<QPushButton*>(QStringLiteral("showRun"));
    show->setFocus();
    inMenu(show, show->rect().center(), QContextMenuEvent::Keyboard, [&](QMenu& menu) {
      QVERIFY(entry(menu, QStringLiteral("Show in file manager")) != nullptr);
      entry(menu, show->text())->trigger();
    });
    QVERIFY(pageOf<MonitorPage>().isVisible());
  }

  void whatIsAdvisedCanBeCopied() {
    CheckCard card;
    card.showAdvice({Fault(fake::broken_file, {{"file", "clip.mp4"}})});
    card.show();
    auto* const text = [&] {
      for (auto* const label : card.findChildren<QLabel*>())
        if (label->text().contains(QLatin1String("clip.mp4"))) return label;
      return static_cast<QLabel*>(nullptr);
    }();
    QVERIFY(text != nullptr && text->focusPolicy() == Qt::StrongFocus);
    inMenu(text, text->rect().center(), QContextMenuEvent::Keyboard,
           [&](QMenu& menu) { entry(menu, QStringLiteral("Copy"))->trigger(); });
    QCOMPARE(QGuiApplication::clipboard()->text(), text->text());
  }
};

QTEST_MAIN(TestRowMenus)
#include "test_row_menus.moc"
