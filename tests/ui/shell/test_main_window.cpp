// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

#include "project/clips.h"
#include "ui/device_check/device_check_page.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/job_dock.h"
#include "ui/shell/log_dock.h"
#include "ui/shell/navigation_rail.h"
#include "ui/shell/settings_dialog.h"
#include "ui/start/project_card.h"
#include "ui/state/fault_text.h"
#include "ui/support/watchdog.h"
#include "ui/support/window_test.h"
#include "ui/train/train_page.h"
#include "ui/widgets/command_row.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text_bar.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;

class TestMainWindow : public WindowTest {
  Q_OBJECT

  /// The buttons of the queue: their places and visibility.
  QList<QRect> jobButtons() {
    QList<QRect> places;
    for (const auto* const button : window().jobDock().findChild<CommandRow*>()->findChildren<QToolButton*>())
      places << (button->isVisible() ? button->geometry() : QRect());
    return places;
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }

  void init() {
    makeFolder();
    restart();
    // Its message must exist before those that a test waits for.
    QTRY_COMPARE_WITH_TIMEOUT(m_app->bridge().engineState(), EngineBridge::State::failed, 30000);
  }

  void cleanup() { m_app.reset(); }

  void engineMissingSaysWhatToDo() {
    QVERIFY(window().isVisible());
    QVERIFY(window().messages().isVisible());
    QVERIFY(window().messages().holds("jobs.engine_missing"));
    QVERIFY(window().messages().text().contains(QLatin1String("installers/run.sh")));
    QVERIFY(action("engine.reopen")->isEnabled());
    action("engine.reopen")->trigger();
    QCOMPARE(m_app->bridge().engineState(), EngineBridge::State::opening);
    QVERIFY(!window().messages().isVisible());
    QTRY_COMPARE(m_app->bridge().engineState(), EngineBridge::State::failed);
    QCOMPARE(window().messages().count(), 1);
  }

  void sampleProjectIsOneClickAway() {
    qputenv("HOME", m_folder->path().toUtf8());
    QTest::mouseClick(
        window().findChild<ProjectCard*>()->findChild<QPushButton*>(QStringLiteral("project.sample")),
        Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(m_app->project().isOpen(), 30000);
    QCOMPARE(count_clips(m_app->project().project()), 44);
    QVERIFY(m_app->project().folder().startsWith(m_folder->path()));
    QVERIFY(dynamic_cast<TrainPage*>(window().pages()[2])->isVisible());
    action("project.close")->trigger();
    action("project.sample")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(m_app->project().isOpen(), 30000);
    QCOMPARE(count_clips(m_app->project().project()), 44);
  }

  void emptyWindowOffersOnlyWhatWorks() {
    QCOMPARE(m_app->jobs().rowCount(), 0);
    for (const char* const id : {"jobs.cancel", "jobs.cancelRunning", "jobs.hold", "jobs.resume", "jobs.up",
                                 "jobs.down", "jobs.remove", "jobs.clear", "project.close", "project.forget"})
      QVERIFY2(!action(id)->isEnabled(), id);
    for (const char* const id : {"jobs.pause", "jobs.stopAndSave", "jobs.checkpoint", "jobs.validate"})
      QVERIFY2(!action(id)->isEnabled() && action(id)->toolTip().contains(QLatin1String("none is running")),
               id);
    for (int page = 0; page < static_cast<int>(window().pages().size()); ++page) {
      window().findChild<NavigationRail*>()->button(page)->click();
      QVERIFY(window().pages()[static_cast<size_t>(page)]->isVisible());
      QVERIFY(window().findChild<NavigationRail*>()->button(page)->isChecked());
      QVERIFY(!window().grab().isNull());
    }
  }

  void windowFitsASmallScreen() {
    QVERIFY2(window().minimumSizeHint().width() <= 1024,
             qPrintable(QString::number(window().minimumSizeHint().width())));
    QVERIFY2(window().minimumSizeHint().height() <= 700,
             qPrintable(QString::number(window().minimumSizeHint().height())));
  }

  void jobsAreCancelledFromTheDock() {
    for (int job = 0; job < 3; ++job) m_app->bridge().submit({"gate", "Clip " + std::to_string(job), {}});
    QTRY_VERIFY(m_app->jobs().rowCount() == 3 && stateOf(1) == JobState::running);
    window().jobDock().select(3);
    const FlatTable& table = *window().jobDock().table();
    for (const auto& [state, name] : choices_of(JobState{}))
      QVERIFY2(table.columnWidth(JobListModel::StateColumn) >
                   table.iconSize().width() + table.fontMetrics().horizontalAdvance(stateText(state)),
               std::string(name).c_str());
    bool asked = false;
    answer(QStringLiteral("cancelJob"), &asked);
    action("jobs.cancel")->trigger();
    QTRY_COMPARE(stateOf(3), JobState::cancelled);
    QCOMPARE(stateOf(1), JobState::running);
    answer(QStringLiteral("cancelJob"), &asked);
    action("jobs.cancelRunning")->trigger();
    QTRY_COMPARE(stateOf(1), JobState::cancelled);
    QTRY_COMPARE(stateOf(2), JobState::running);
  }

  void waitingJobsAreHeldMovedAndRemoved() {
    for (int job = 0; job < 4; ++job) m_app->bridge().submit({"gate", "Job", {}});
    QTRY_VERIFY(m_app->jobs().rowCount() == 4 && stateOf(1) == JobState::running);
    window().jobDock().select(4);
    QVERIFY(action("jobs.up")->isEnabled() && !action("jobs.down")->isEnabled());
    action("jobs.up")->trigger();
    QTRY_COMPARE(m_app->jobs().waitingPosition(4), 1);
    action("jobs.hold")->trigger();
    QTRY_COMPARE(stateOf(4), JobState::held);
    QVERIFY(action("jobs.resume")->isEnabled());
    action("jobs.resume")->trigger();
    QTRY_COMPARE(stateOf(4), JobState::queued);
    bool asked = false;
    answer(QStringLiteral("cancelJob"), &asked);
    action("jobs.remove")->trigger();
    QTRY_COMPARE(m_app->jobs().rowCount(), 3);
    m_gate->open = true;
    QTRY_COMPARE(m_app->jobs().endedCount(), 3);
    action("jobs.clear")->trigger();
    QCOMPARE(m_app->jobs().rowCount(), 0);
  }

  /// Unavailable commands stay in place and show why in their tooltip.
  void jobButtonsKeepTheirPlaces() {
    window().resize(1280, 800);
    window().jobDock().show();
    const auto* const bar = window().jobDock().findChild<CommandRow*>();
    QTRY_VERIFY(bar->width() > 1000);  // until the dock and its buttons are laid out
    for (const auto* const button : bar->findChildren<QToolButton*>())
      QTRY_COMPARE(button->width(), button->sizeHint().width());
    QVERIFY(jobButtons().size() > 10 && !jobButtons().contains(QRect()));
    const QList<QRect> places = jobButtons();
    const auto why = [this](const char* id) {
      return action(id)->isEnabled() ? QString() : action(id)->toolTip().section(QLatin1String("<i>"), 1);
    };
    const auto other = m_app->bridge().submit({"gate", "Clip", {}});
    QTRY_COMPARE(stateOf(other), JobState::running);
    QTRY_VERIFY(why("jobs.pause").contains(QLatin1String("This kind of job cannot do that.")));
    m_app->bridge().send(engine_api::Verb::abort, other);
    QTRY_COMPARE(stateOf(other), JobState::cancelled);
    const auto run = m_app->bridge().submit({"train", "LoRA", {}});
    QTRY_VERIFY(action("jobs.pause")->isEnabled());
    QVERIFY(why("jobs.hold").contains(QLatin1String("The job is running.")));
    QVERIFY(why("jobs.up").contains(QLatin1String("Only a waiting job")));
    QCOMPARE(jobButtons(), places);
    action("jobs.checkpoint")->trigger();
    action("jobs.pause")->trigger();
    QTRY_COMPARE(stateOf(run), JobState::paused);
    window().jobDock().select(run);
    QVERIFY(why("jobs.pause").contains(QLatin1String("The job is paused.")));
    QCOMPARE(jobButtons(), places);
    action("jobs.resume")->trigger();
    QTRY_COMPARE(stateOf(run), JobState::running);
  }

  void failingJobIsToldAndFoundInTheLog() {
    const auto job = m_app->bridge().submit({"fail", "Import", {}});
    QTRY_COMPARE(stateOf(job), JobState::failed);
    MessageBar& bar = window().messages();
    QTRY_VERIFY(bar.text().contains(QLatin1String("Import: The file clip.mp4 is broken.")));
    QVERIFY(bar.text().contains(QLatin1String("Copy clip.mp4 again.")));
    window().logDock().hide();
    QTRY_VERIFY(m_app->log().rowCount() > 0);
    QTRY_VERIFY([&] {
      Q_EMIT bar.showInLogRequested(Fault(fake::broken_file, {{"file", "clip.mp4"}}));
      return window().logDock().textToCopy().contains(QLatin1String("[test.broken_file]"));
    }());
    QVERIFY(window().logDock().isVisible());
    QCOMPARE(window().logDock().table()->selectionModel()->selectedRows().size(), 1);
    // Two failures of the same kind are one message; the queue continues.
    const int messages = bar.count();
    m_app->bridge().submit({"fail", "Import", {}});
    const auto next = m_app->bridge().submit({"quick", "Next", {}});
    QTRY_VERIFY(m_app->jobs().job(next) != nullptr && stateOf(next) == JobState::finished);
    QCOMPARE(bar.count(), messages);
  }

  void deviceCheckListsItsFigures() {
    QTRY_COMPARE(m_app->bridge().engineState(), EngineBridge::State::failed);
    action("device.check")->trigger();
    auto* const page = window().findChild<DeviceCheckPage*>();
    QVERIFY(page->isVisible());
    QTRY_COMPARE(page->table()->model()->rowCount(), 2);
    QCOMPARE(page->currentJob(), 0);
    QVERIFY(action("device.check")->isEnabled());
    QGuiApplication::clipboard()->clear();
    action("device.copyReport")->trigger();
    QVERIFY(QGuiApplication::clipboard()->text().contains(QLatin1String("161 TFLOP/s")));
    keepPicture(QStringLiteral("device-check"));
  }

  void fullWindowDrawsInBothThemes() {
    for (int job = 0; job < 60; ++job)
      m_app->bridge().submit({job % 3 == 1 ? "fail" : "quick", std::string(200, 'W'), {}});
    m_app->bridge().submit({"gate", "Größe 影片 مقطع", {}});
    QTRY_VERIFY(m_app->jobs().activeJob() != nullptr);
    for (const ThemeMode mode : {ThemeMode::dark, ThemeMode::light}) {
      m_app->theme().setMode(mode);
      QCoreApplication::processEvents();
      // The mean over all: the widget at a single position depends on fonts and messages.
      const QImage mean =
          window().grab().toImage().scaled(1, 1, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
      const int ground = QColor(mean.pixel(0, 0)).lightness();
      QVERIFY2(mode == ThemeMode::dark ? ground < 80 : ground > 200, qPrintable(QString::number(ground)));
    }
    QVERIFY(window().minimumSizeHint().width() <= 1024);
  }

  void themeSwitches() {
    const Scheme before = m_app->theme().scheme();
    action("view.theme")->trigger();
    QVERIFY(m_app->theme().scheme() != before);
    QCOMPARE(schemeOf(QApplication::palette()), m_app->theme().scheme());
    restart();
    QVERIFY(m_app->theme().scheme() != before);
  }

  void layoutIsKept_data() {
    QTest::addColumn<bool>("maximized");
    QTest::newRow("normal") << false;
    QTest::newRow("maximized") << true;
  }
  void layoutIsKept() {
    QFETCH(bool, maximized);
    for (const char* const dock : {"view.jobs", "view.log"}) action(dock)->trigger();
    window().addDockWidget(Qt::RightDockWidgetArea, &window().logDock());
    window().jobDock().table()->header()->resizeSection(JobListModel::StateColumn, 222);
    window().resize(1100, 720);
    action("view.jobs")->trigger();
    if (maximized) window().showMaximized();
    QTRY_COMPARE(window().isMaximized(), maximized);
    QTest::qWait(20);
    window().resizeDocks({&window().logDock()}, {333}, Qt::Horizontal);
    QTest::qWait(20);
    const QSize size = window().size();
    const int logWidth = window().logDock().width();
    window().close();
    restart();
    QTRY_COMPARE(window().isMaximized(), maximized);
    QTRY_COMPARE(window().size(), size);
    QVERIFY(!window().jobDock().isVisible());
    QCOMPARE(window().dockWidgetArea(&window().logDock()), Qt::RightDockWidgetArea);
    QCOMPARE(window().logDock().width(), logWidth);
    QCOMPARE(window().jobDock().table()->header()->sectionSize(JobListModel::StateColumn), 222);
    action("view.resetLayout")->trigger();
    QVERIFY(!window().jobDock().isVisible() && !window().isMaximized());
    QCOMPARE(window().dockWidgetArea(&window().logDock()), Qt::BottomDockWidgetArea);
  }

  void languageChangesWhileAJobRuns() {
    m_app->bridge().submit({"gate", "Long", {}});
    const auto one = m_app->bridge().submit({"dataset_import", "cats.mp4", {{"paths", {"cats.mp4"}}}});
    const auto two = m_app->bridge().submit({"dataset_import", "", {{"paths", {"a.mp4", "b.mp4"}}}});
    const auto check = m_app->bridge().submit({"device_check", "", {}});
    const auto titles = [&] {
      QStringList all;
      for (const auto job : {one, two, check}) all << m_app->jobs().job(job)->title();
      return all.join(u'|');
    };
    QTRY_VERIFY(m_app->jobs().activeJob() != nullptr && m_app->jobs().job(check) != nullptr);
    QCOMPARE(titles(), QStringLiteral("Import cats.mp4|Import 2 files|Device check"));
    MainWindow* const before = &window();
    m_app->settings().setLanguage(QStringLiteral("de"));
    Q_EMIT before->languageChanged();
    QTRY_VERIFY(m_app->window() != before);
    QCOMPARE(action("app.quit")->text(), QStringLiteral("&Beenden"));
    QCOMPARE(titles(), QStringLiteral("cats.mp4 importieren|2 Dateien importieren|Geräteprüfung"));
    QCOMPARE(stateOf(1), JobState::running);
    QVERIFY(window().isVisible());
    m_gate->open = true;
    QTRY_COMPARE(stateOf(1), JobState::finished);
  }

  void settingsDialogAppliesAndCancels() {
    SettingsDialog dialog(m_app->settings(), m_app->theme(), &window());
    auto* const theme = dialog.findChildren<QComboBox*>().at(0);
    theme->setCurrentIndex(theme->findData(static_cast<int>(ThemeMode::dark)));
    dialog.reject();
    QCOMPARE(m_app->settings().theme(), ThemeMode::system);
    dialog.accept();
    QCOMPARE(m_app->settings().theme(), ThemeMode::dark);
    QCOMPARE(m_app->theme().scheme(), Scheme::dark);
  }

  void keyboardIsEnough() {
    QTRY_COMPARE(m_app->bridge().engineState(), EngineBridge::State::failed);
    window().messages().dismiss("jobs.engine_missing");
    const auto last = static_cast<int>(window().pages().size()) - 1;
    QTest::keyClick(&window(), static_cast<Qt::Key>(Qt::Key_1 + last), Qt::ControlModifier);
    QVERIFY(window().pages().back()->isVisible());
    // From the rail by Tab to the page's button, and Space presses it.
    window().findChild<NavigationRail*>()->button(last)->setFocus();
    for (int tabs = 0; tabs < 40 && qobject_cast<QPushButton*>(QApplication::focusWidget()) == nullptr;
         ++tabs)
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QTRY_COMPARE(window().findChild<DeviceCheckPage*>()->table()->model()->rowCount(), 2);
    // A running job is cancelled by its shortcut; Alt+Up moves jobs only inside the dock.
    for (int job = 0; job < 3; ++job) m_app->bridge().submit({"gate", "Job", {}});
    QTRY_VERIFY(m_app->jobs().activeJob() != nullptr && m_app->jobs().waitingCount() == 2);
    FlatTable* const table = window().jobDock().table();
    table->setFocus();
    table->setCurrentIndex(m_app->jobs().index(2, 0));
    const auto moved = m_app->jobs().job(table->currentIndex())->id;
    QTest::keyClick(table, Qt::Key_Up, Qt::AltModifier);
    QTRY_COMPARE(m_app->jobs().waitingPosition(moved), 0);
    bool asked = false;
    answer(QStringLiteral("cancelJob"), &asked);
    QTest::keyClick(&window(), Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(m_app->jobs().activeJob() != nullptr && m_app->jobs().activeJob()->id == moved);
  }

  void everyTabStopIsReachable() {
    QTRY_COMPARE(m_app->bridge().engineState(), EngineBridge::State::failed);
    window().messages().dismiss("jobs.engine_missing");
    QSet<QWidget*> visited;
    QWidget* const first = window().findChild<NavigationRail*>()->button(0);
    first->setFocus();
    for (int tabs = 0; tabs < 200; ++tabs) {
      QWidget* const focus = QApplication::focusWidget();
      if (visited.contains(focus)) break;
      visited << focus;
      QTest::keyClick(focus, Qt::Key_Tab);
    }
    QCOMPARE(QApplication::focusWidget(), first);
    for (QWidget* const widget : window().findChildren<QWidget*>()) {
      const bool stop = widget->isVisible() && widget->isEnabled() &&
                        (widget->focusPolicy() & Qt::TabFocus) && widget->focusProxy() == nullptr;
      // The rail's buttons are one tab stop with arrow keys inside.
      if (!stop || qobject_cast<NavigationRail*>(widget->parentWidget()->parentWidget()) != nullptr) continue;
      QVERIFY2(visited.contains(widget), qPrintable(QLatin1String(widget->metaObject()->className()) +
                                                    QLatin1Char(' ') + widget->accessibleName()));
    }
  }

  void paletteRunsCommands() {
    action("app.palette")->trigger();
    auto* const palette = window().findChild<CommandPalette*>();
    QVERIFY(palette->isVisible());
    auto* const field = palette->findChild<QLineEdit*>();
    QTest::keyClicks(field, QStringLiteral("device check"));
    QVERIFY(palette->findChild<QTreeWidget*>()->topLevelItemCount() >= 1);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(!palette->isVisible());
    QVERIFY(window().pages().back()->isVisible());
    action("app.palette")->trigger();
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(!palette->isVisible());
  }

  void diagnosticsAreCopied() {
    QTRY_COMPARE(m_app->bridge().engineState(), EngineBridge::State::failed);
    action("log.diagnostics")->trigger();
    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY(text.contains(QLatin1String("jobs.engine_missing")));
    QVERIFY(text.contains(QLatin1String("cache_folder")));
  }

  void projectsAreRemembered() {
    m_app->project().create(m_folder->filePath(QStringLiteral("Cats")));
    QTRY_VERIFY(m_app->project().isOpen());
    QCOMPARE(window().windowTitle(), QStringLiteral("Cats"));
    QVERIFY(action("project.close")->isEnabled());
    restart();
    auto* const recent = window().findChild<FlatTable*>(QStringLiteral("recentProjects"));
    QCOMPARE(recent->model()->rowCount(), 1);
    recent->setCurrentIndex(recent->model()->index(0, 0));
    Q_EMIT recent->activated(recent->currentIndex());
    QTRY_COMPARE(window().windowTitle(), QStringLiteral("Cats"));
    action("project.close")->trigger();
    QVERIFY(!m_app->project().isOpen());
    recent->setCurrentIndex(recent->model()->index(0, 0));
    action("project.forget")->trigger();
    QCOMPARE(recent->model()->rowCount(), 0);
    m_app->project().open(QStringLiteral("/nonexistent"));
    QTRY_VERIFY(window().messages().holds("project.missing"));
  }

  void droppedFolderBeginsAProject() {
    m_app->bridge().addKind({"dataset_import", {}, [](const nlohmann::json&) {
                               return engine_api::make_job(
                                   [](engine_api::JobContext&) { return engine_api::Outcome::finished({}); });
                             }});
    const QString folder = path(QStringLiteral("Videos"));
    QVERIFY(QDir().mkpath(folder));
    const auto drop = [&] {
      QMimeData data;
      data.setUrls({QUrl::fromLocalFile(folder)});
      QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
      QApplication::sendEvent(&window(), &enter);
      QDropEvent event(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
      QApplication::sendEvent(&window(), &event);
    };
    bool asked = false;
    answer(QStringLiteral("makeProject"), &asked);
    drop();
    QTRY_VERIFY(m_app->project().isOpen());
    QVERIFY(asked);
    QCOMPARE(m_app->project().folder(), folder);
    QTRY_COMPARE(stateOf(1), JobState::finished);
    QCOMPARE(m_app->jobs().job(1)->kind, std::string("dataset_import"));
    // An existing project is opened without asking.
    m_app->project().close();
    drop();
    QTRY_VERIFY(m_app->project().isOpen());
    QCOMPARE(m_app->jobs().rowCount(), 1);
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

  void windowNeverBlocks() {
    QTest::qWait(50);
    Watchdog watchdog;
    for (int job = 0; job < 300; ++job) m_app->bridge().submit({"quick", "job", {}});
    m_app->bridge().submit({"gate", "last", {}});
    window().showPage(PageId::check);
    QTRY_VERIFY_WITH_TIMEOUT(
        m_app->jobs().activeJob() != nullptr && m_app->jobs().activeJob()->title() == QLatin1String("last"),
        30000);
    QTest::qWait(300);
    QVERIFY(!watchdog.wasBlocked());
  }

  void realEngineChecksTheDevices() {
#ifndef FW_ENGINE_LIBRARY
    QSKIP("built without the engine");
#else
    QTRY_COMPARE(m_app->bridge().engineState(), EngineBridge::State::failed);
    qputenv("FRAMEWRIGHT_ENGINE", FW_ENGINE_LIBRARY);
    action("engine.reopen")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(m_app->bridge().engineState() != EngineBridge::State::opening, 60000);
    qputenv("FRAMEWRIGHT_ENGINE", "/nonexistent/engine.so");
    QCOMPARE(m_app->bridge().engineState(), EngineBridge::State::ready);
    QVERIFY(!m_app->bridge().devices().empty());
    QVERIFY(!window().messages().isVisible());
    action("device.check")->trigger();
    auto* const page = window().findChild<DeviceCheckPage*>();
    QTRY_VERIFY_WITH_TIMEOUT(page->table()->model()->rowCount() >= 1, 120000);
#endif
  }
};

QTEST_MAIN(TestMainWindow)
#include "test_main_window.moc"
