// SPDX-License-Identifier: GPL-3.0-or-later
#include <spdlog/spdlog.h>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QFileDialog>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>
#include <QToolTip>

#include "core/project/test_clip.h"
#include "project/clips.h"
#include "run/run_settings.h"
#include "support/project_changes.h"
#include "ui/charts/run_chart.h"
#include "ui/dataset/clip_browser.h"
#include "ui/dataset/clip_panel.h"
#include "ui/dataset/dataset_page.h"
#include "ui/generate/generate_form.h"
#include "ui/generate/generate_page.h"
#include "ui/generate/history_panel.h"
#include "ui/models/models_page.h"
#include "ui/monitor/chart_grid.h"
#include "ui/monitor/monitor_page.h"
#include "ui/monitor/run_choice_model.h"
#include "ui/player/player.h"
#include "ui/run_settings/setting_text.h"
#include "ui/shell/guide_window.h"
#include "ui/shell/job_dock.h"
#include "ui/shell/language.h"
#include "ui/shell/log_dock.h"
#include "ui/shell/log_model.h"
#include "ui/shell/new_project_dialog.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/support/full_project.h"
#include "ui/support/user_input.h"
#include "ui/support/window_test.h"
#include "ui/train/runs_view.h"
#include "ui/train/settings_form.h"
#include "ui/train/train_page.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/message_bar.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;

/// The user's place in the window: what fits, what is restored, and one command per shortcut.
class TestMainWindowPlace : public WindowTest {
  Q_OBJECT

  QString project() const { return path(QStringLiteral("Cats")); }
  void openProject(int clips) {
    {
      auto made = project::Project::create(project().toStdString());
      add_test_clips(made, clips);
    }
    m_app->project().open(project());
    QTRY_VERIFY(m_app->project().isOpen());
  }
  ClipBrowser& browser() { return *pageOf<DatasetPage>().browser(); }
  void chooseSecondClip() {
    QTRY_COMPARE(browser().model()->rowCount(), 3);
    QVERIFY(browser().showClip(browser().model()->idAt(1)));
  }
  /// In the settings, by keyboard.
  void chooseGerman() {
    MainWindow* const before = &window();
    QTimer poll;
    connect(&poll, &QTimer::timeout, this, [&poll] {
      auto* const dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr || dialog->objectName() != QLatin1String("settingsDialog")) return;
      poll.stop();
      for (QComboBox* const box : dialog->findChildren<QComboBox*>())
        if (box->findData(QStringLiteral("de")) >= 0) {
          box->setFocus();
          QTest::keyClick(box, Qt::Key_Down);
        }
      QTest::keyClick(dialog, Qt::Key_Return);
    });
    poll.start(10);
    action("app.settings")->trigger();
    QTRY_VERIFY(m_app->window() != before);
    QCOMPARE(m_app->settings().language(), QStringLiteral("de"));
    activate();
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
    window().resize(1280, 800);
    activate();
  }
  void cleanup() { m_app.reset(); }

  void docksAreClosedUntilAJobWaits() {
    QVERIFY(!window().jobDock().isVisible() && !window().logDock().isVisible());
    m_app->bridge().submit({"gate", "First", {}});
    QTRY_COMPARE(stateOf(1), JobState::running);
    QVERIFY(!window().jobDock().isVisible());  // the status line shows it
    m_app->bridge().submit({"gate", "Second", {}});
    QTRY_VERIFY(window().jobDock().isVisible());
    QVERIFY(!window().logDock().isVisible());
    keepPicture(QStringLiteral("shell-queue"));
    // If closed, it stays closed while the queue lasts.
    action("view.jobs")->trigger();
    m_app->bridge().submit({"gate", "Third", {}});
    QTRY_COMPARE(m_app->jobs().waitingCount(), 2);
    QVERIFY(!window().jobDock().isVisible());
    m_gate->open = true;
    QTRY_COMPARE(m_app->jobs().endedCount(), 3);
  }

  /// Parts that do not fit are hidden, or elided with a tooltip.
  void aSmallWindowKeepsNamesAndMessagesReadable() {
    openProject(0);
    full::addRun(project(), QStringLiteral("a-long-name-of-a-run-with-rank-64"), 300);
    window().showPage(PageId::monitor);
    FlatTable& runs = *pageOf<MonitorPage>().runTable();
    QTRY_COMPARE(runs.model()->rowCount(), 1);
    action("view.jobs")->trigger();
    action("view.log")->trigger();
    FlatTable& log = *window().logDock().table();
    const QString message =
        QStringLiteral("The video /home/somebody/videos/summer/holiday.mp4 cannot be read: no header");
    spdlog::warn(message.toStdString());
    const auto line = [&] { return log.model()->index(log.model()->rowCount() - 1, LogModel::TextColumn); };
    QTRY_COMPARE(line().data().toString(), message);
    const auto letters = [](const FlatTable& table, int column) {
      return table.columnWidth(column) / table.fontMetrics().averageCharWidth();
    };
    const auto tells = [](FlatTable& table, const QModelIndex& index, const QString& text) {
      const QPoint place = table.visualRect(index).center();
      QHelpEvent pointed(QEvent::ToolTip, place, table.viewport()->mapToGlobal(place));
      QApplication::sendEvent(table.viewport(), &pointed);
      return QToolTip::text().contains(text);
    };
    for (const int width : {1280, 640, 1280}) {
      window().resize(width, width == 640 ? 400 : 800);
      QTRY_COMPARE(runs.isColumnHidden(RunListModel::StepColumn), width == 640);
      QVERIFY(letters(runs, RunListModel::NameColumn) >= 20);
      QTRY_VERIFY2(letters(log, LogModel::TextColumn) >= 24, qPrintable(QString::number(log.width())));
      for (const FlatTable* const table : {&runs, &log}) {
        int all = 0;
        for (int column = 0; column < table->header()->count(); ++column)
          if (!table->isColumnHidden(column)) all += table->columnWidth(column);
        QCOMPARE(all, table->viewport()->width());
      }
      QVERIFY(tells(runs, runs.model()->index(0, 0), QStringLiteral("a-long-name-of-a-run-with-rank-64")) ||
              width > 640);
      QVERIFY(tells(log, line(), message));
    }
  }

  void dialogsOfFilesBeginWhereTheLastOneEnded() {
    openProject(0);
    QVERIFY(QDir(path({})).mkpath(QStringLiteral("videos/cats")));
    UserInput input(UserInput::Way::keyboard, window());
    input.page(PageId::dataset);
    input.chooseFile(path(QStringLiteral("videos/cats")), [&] { input.command("dataset.addFolder"); });
    QString begins;
    const auto look = [&] {
      bool seen = false;
      QTimer poll;
      connect(&poll, &QTimer::timeout, this, [&] {
        auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (dialog == nullptr) return;
        begins = dialog->directory().absolutePath();
        seen = true;
        dialog->reject();
      });
      poll.start();
      action("dataset.addFolder")->trigger();
      return seen;
    };
    QVERIFY(look());
    QCOMPARE(begins, path(QStringLiteral("videos")));
    restart();
    m_app->project().open(project());
    QTRY_VERIFY(m_app->project().isOpen());
    QVERIFY(look());
    QCOMPARE(begins, path(QStringLiteral("videos")));
  }

  void anotherLanguageKeepsThePlace() {
    openProject(3);
    window().showPage(PageId::dataset);
    chooseSecondClip();
    const qint64 clip = browser().currentClip();
    pageOf<DatasetPage>().findChild<QTabWidget*>()->setCurrentIndex(1);
    MainWindow* const before = &window();
    m_app->settings().setLanguage(QStringLiteral("de"));
    Q_EMIT before->languageChanged();
    QTRY_VERIFY(m_app->window() != before);
    QVERIFY(pageOf<DatasetPage>().isVisible());
    const FlatTable& jobs = *window().jobDock().table();  // widths for its words, not for the English ones
    for (const auto& [state, name] : choices_of(JobState{}))
      QVERIFY2(jobs.columnWidth(JobListModel::StateColumn) >
                   jobs.iconSize().width() + jobs.fontMetrics().horizontalAdvance(stateText(state)),
               std::string(name).c_str());
    QCOMPARE(pageOf<DatasetPage>().findChild<QTabWidget*>()->currentIndex(), 1);
    QTRY_COMPARE(browser().model()->rowCount(), 3);
    QTRY_COMPARE(browser().currentClip(), clip);
    QCOMPARE(browser().selectedClips(), std::vector<int64_t>{clip});
    // The new window counts the clips, too.
    const auto* const open = window().findChild<QLabel*>(QStringLiteral("openProject"));
    QTRY_VERIFY2(open->text().startsWith(QLatin1String("Cats, 3 ")), qPrintable(open->text()));
  }

  void anotherLanguageShowsTheSelectedClipAgain() {
    openProject(3);
    const QString file = path(QStringLiteral("Cats/generated/heart.mp4"));
    make_test_clip(toPath(file), 1, 17, {160, 96});
    const auto page = [this]() -> GeneratePage& { return pageOf<GeneratePage>(); };
    window().showPage(PageId::generate);
    page().history().history().refresh();
    page().history().select(file);
    QTRY_VERIFY(page().player().isOpen());
    page().player().pause();
    page().player().goTo(5);
    MainWindow* const before = &window();
    m_app->settings().setLanguage(QStringLiteral("de"));
    Q_EMIT before->languageChanged();
    QTRY_VERIFY(m_app->window() != before);
    QTRY_VERIFY(page().player().isOpen());
    QCOMPARE(page().player().cache().file(), toPath(file));
    QCOMPARE(page().history().chosenFile(), file);
    QCOMPARE(page().player().frame(), 5);
  }

  void anotherLanguageGoesOnInTheClipThatIsCut() {
    openProject(0);
    for (const char* const name : {"a.mp4", "b.mp4"})
      make_test_clip(toPath(path(QStringLiteral("clips/") + QLatin1String(name))), name[0], 17, {160, 96});
    window().showPage(PageId::dataset);
    pageOf<DatasetPage>().importPaths({path(QStringLiteral("clips"))});
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), 2, 30000);
    QTRY_VERIFY(m_app->jobs().activeJob() == nullptr);
    QVERIFY(browser().showClip(browser().model()->idAt(1)));
    const auto player = [this]() -> Player& { return *pageOf<DatasetPage>().panel()->player(); };
    const auto shows = [&](const char* name) {
      return player().isOpen() && player().cache().file().filename() == name;
    };
    QTRY_VERIFY(shows("b.mp4"));
    player().goTo(7);
    chooseGerman();
    QTRY_VERIFY(shows("b.mp4"));
    QCOMPARE(player().frame(), 7);
    QVERIFY(!player().isPlaying());
  }

  void anotherLanguageKeepsWhatCanBeUndone() {
    openProject(0);
    UserInput input(UserInput::Way::keyboard, window());
    input.page(PageId::train);
    const auto train = [this]() -> TrainPage& { return pageOf<TrainPage>(); };
    const auto settings = [&]() -> const run::RunSettings& { return train().draft().run().settings; };
    QTRY_VERIFY(!train().draft().file().empty());
    const std::string original = train().draft().text();
    const int64_t rank = settings().rank;
    const auto change = [&](const char* key, const char* value) {
      auto* const edit = qobject_cast<QLineEdit*>(train().form().reveal(key));
      QVERIFY2(edit != nullptr, key);
      input.fill(edit, QLatin1String(value));
      input.key(QKeySequence(Qt::Key_Tab));
    };
    change("training.train_steps", "4321");
    change("lora.rank", "24");
    change("lora.lora_alpha", "12");
    input.command("train.undo");
    const std::string left = train().draft().text();
    QCOMPARE(settings().rank, int64_t{24});
    QVERIFY(settings().lora_alpha != 12);
    chooseGerman();
    UserInput german(UserInput::Way::keyboard, window());
    QVERIFY(train().isVisible());
    QCOMPARE(train().draft().text(), left);
    const QString undo = action("train.undo")->iconText();
    QVERIFY2(undo.contains(settingLabel(*run::find_setting("lora.rank"))) &&
                 !undo.contains(QLatin1String("Change")),
             qPrintable(undo));
    QVERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()) != nullptr);  // nothing was typed in it
    german.command("train.undo");
    QCOMPARE(settings().rank, rank);
    QCOMPARE(settings().train_steps, 4321);
    german.command("train.redo");
    german.command("train.redo");
    QCOMPARE(settings().rank, int64_t{24});
    QCOMPARE(settings().lora_alpha, 12.0);
    QVERIFY(!action("train.redo")->isEnabled());
    while (action("train.undo")->isEnabled()) german.command("train.undo");
    QCOMPARE(train().draft().text(), original);
  }

  /// In the settings, by keyboard: the window that opens in the new language has the same state.
  void anotherLanguageKeepsWhatWasTypedAndChosen() {
    openProject(30);
    full::addRun(project(), QStringLiteral("first"), 200);
    full::addRun(project(), QStringLiteral("second"), 300);
    UserInput input(UserInput::Way::keyboard, window());
    input.page(PageId::dataset);
    QTRY_COMPARE(browser().model()->rowCount(), 30);
    input.fill(browser().filterEdit(), QStringLiteral("-unknown"));
    browser().focusClips();
    key(Qt::Key_A, Qt::ControlModifier);
    QTRY_COMPARE(browser().selectedClips().size(), size_t{30});
    const std::vector<int64_t> clips = browser().selectedClips();
    input.page(PageId::models);
    pageOf<ModelsPage>().tabs()->setCurrentIndex(ModelsPage::FoldersTab);
    input.fill(pageOf<ModelsPage>().filter(), QStringLiteral("cog"));
    input.page(PageId::generate);
    auto* const prompt = pageOf<GeneratePage>().form().findChild<QPlainTextEdit*>();
    input.fill(prompt, QStringLiteral("A cat in the rain"));
    input.page(PageId::train);
    TrainPage* train = &pageOf<TrainPage>();
    QTRY_VERIFY(!train->draft().file().empty());
    input.fill(train->form().search(), QStringLiteral("steps"));
    auto* const steps = qobject_cast<QLineEdit*>(train->form().reveal("training.train_steps"));
    QVERIFY(steps != nullptr);
    input.fill(steps, QStringLiteral("4321"));
    train->tabs().setCurrentIndex(2);
    QTRY_COMPARE(train->runs().table()->model()->rowCount(), 2);
    train->runs().table()->setFocus();
    key(Qt::Key_End);
    input.page(PageId::monitor);
    MonitorPage* monitor = &pageOf<MonitorPage>();
    monitor->runTable()->setFocus();
    key(Qt::Key_End);
    key(Qt::Key_Space);
    key(Qt::Key_Home);
    const QString run = monitor->choice()->main();
    const QStringList beside = monitor->choice()->checked();
    QCOMPARE(beside.size(), 1);
    QVERIFY(beside.first() != run);
    const auto hasCurves = [&] { return monitor->charts()->charts().front()->hasCurves(); };
    QTRY_VERIFY(hasCurves());
    monitor->charts()->charts().front()->setFocus();
    key(Qt::Key_Plus);
    key(Qt::Key_Plus);
    const double from = monitor->charts()->view().from();
    const double to = monitor->charts()->view().to();
    QVERIFY(!monitor->charts()->view().showsAll());
    monitor->findChild<QSlider*>()->setValue(20);
    action("monitor.logarithmic")->trigger();
    action("log.search")->trigger();
    type(QStringLiteral("started"));
    action("help.guide")->trigger();
    const QString guide = window().guide()->page();
    activate();
    window().messages().showAdvice(Fault(fake::broken_file, {{"file", "a.mp4"}}));

    chooseGerman();
    monitor = &pageOf<MonitorPage>();
    train = &pageOf<TrainPage>();
    QVERIFY(monitor->isVisible());
    QCOMPARE(monitor->choice()->main(), run);
    QCOMPARE(monitor->choice()->checked(), beside);
    QTRY_VERIFY(hasCurves());
    QCOMPARE(monitor->charts()->view().from(), from);
    QCOMPARE(monitor->charts()->view().to(), to);
    QCOMPARE(monitor->findChild<QSlider*>()->value(), 20);
    QVERIFY(action("monitor.logarithmic")->isChecked());
    QCOMPARE(monitor->charts()->charts().front()->yAxis->scaleType(), QCPAxis::stLogarithmic);
    QVERIFY(window().logDock().isVisible());
    QCOMPARE(window().logDock().findChild<QLineEdit*>()->text(), QStringLiteral("started"));
    QVERIFY(window().guide() != nullptr && window().guide()->isVisible());
    QCOMPARE(window().guide()->page(), guide);
    QVERIFY(window().messages().holds(fake::broken_file.code));
    QCOMPARE(browser().filterEdit()->text(), QStringLiteral("-unknown"));
    QTRY_COMPARE(browser().selectedClips(), clips);
    QCOMPARE(pageOf<ModelsPage>().tabs()->currentIndex(), int(ModelsPage::FoldersTab));
    QCOMPARE(pageOf<ModelsPage>().filter()->text(), QStringLiteral("cog"));
    QCOMPARE(pageOf<GeneratePage>().form().findChild<QPlainTextEdit*>()->toPlainText(),
             QStringLiteral("A cat in the rain"));
    QCOMPARE(train->tabs().currentIndex(), 2);
    QCOMPARE(train->form().search()->text(), QStringLiteral("steps"));
    QCOMPARE(train->runs().table()->selectionModel()->selectedRows().value(0).row(), 1);
    QTRY_COMPARE(train->draft().run().settings.train_steps, 4321);
  }

  void countsAreWrittenAsTheLanguageDoes() {
    const std::pair<const char*, const char*> languages[]{
        {"en", "12,345 clips"}, {"de", "12.345 Clips"}, {"zh_CN", "12,345"}};
    for (const auto& [language, text] : languages) {
      setLanguage(QLatin1String(language));
      const QString many = ClipBrowser::tr("%n clips", nullptr, 12345);
      QVERIFY2(many.startsWith(QString::fromUtf8(text)), qPrintable(many));
    }
    setLanguage(QStringLiteral("en"));
    QCOMPARE(ClipBrowser::tr("%n clips", nullptr, 1), QStringLiteral("1 clip"));
  }

  void theLastProjectAndPageComeBack() {
    openProject(3);
    window().showPage(PageId::dataset);
    chooseSecondClip();
    const qint64 clip = browser().currentClip();
    window().close();
    restart();
    QVERIFY(!m_app->project().isOpen());
    m_app->reopenLast();
    QTRY_COMPARE(m_app->project().folder(), project());
    QVERIFY(pageOf<DatasetPage>().isVisible());
    QTRY_COMPARE(browser().model()->rowCount(), 3);
    QTRY_COMPARE(browser().currentClip(), clip);
    // If closed, it stays closed.
    action("project.close")->trigger();
    window().close();
    restart();
    m_app->reopenLast();
    QTest::qWait(50);
    QVERIFY(!m_app->project().isOpen());
  }

  void aNewProjectIsNamedAndItsPageOpens() {
    m_app->settings().setLastFolder(QStringLiteral("project"), m_folder->path());
    auto* const timer = new QTimer(qApp);
    connect(timer, &QTimer::timeout, timer, [timer] {
      auto* const dialog = qobject_cast<NewProjectDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr || !dialog->isActiveWindow()) return;
      timer->deleteLater();
      auto* const create = dialog->findChild<QPushButton*>(QStringLiteral("createProject"));
      QVERIFY(!create->isEnabled());
      QVERIFY(dialog->name()->hasFocus());
      QTest::keyClicks(dialog->name(), QStringLiteral("My cats"));
      QVERIFY(create->isEnabled());
      QTest::keyClick(dialog->name(), Qt::Key_Return);
    });
    timer->start(10);
    key(Qt::Key_N, Qt::ControlModifier);
    QTRY_VERIFY(m_app->project().isOpen());
    QCOMPARE(m_app->project().folder(), path(QStringLiteral("My cats")));
    QVERIFY(pageOf<DatasetPage>().isVisible());
  }

  void everyMessageIsInTheLog_data() {
    QTest::addColumn<QString>("language");
    for (const char* const language : {"en", "de"}) QTest::newRow(language) << QString::fromLatin1(language);
  }
  void everyMessageIsInTheLog() {
    QFETCH(QString, language);
    m_app->settings().setLanguage(language);
    restart();
    QTRY_COMPARE(m_app->bridge().engineState(), EngineBridge::State::failed);
    m_app->project().open(QStringLiteral("/nonexistent"));
    QTRY_VERIFY(window().messages().holds("project.missing"));
    auto* const show = [this] {
      for (auto* const button : window().messages().findChildren<QPushButton*>())
        if (button->isVisible() && button->accessibleName() == MessageBar::tr("Show in log")) return button;
      return static_cast<QPushButton*>(nullptr);
    }();
    QVERIFY(show != nullptr);
    QTRY_VERIFY([&] {
      QTest::mouseClick(show, Qt::LeftButton);
      return window().logDock().textToCopy().contains(QLatin1String("[project.missing]")) &&
             window().logDock().table()->selectionModel()->selectedRows().size() == 1;
    }());
  }
};

QTEST_MAIN(TestMainWindowPlace)
#include "test_main_window_place.moc"
