// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDesktopServices>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QStackedWidget>
#include <QUrl>
#include <QWhatsThis>

#include "base/paths.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/models/job_list_model.h"
#include "ui/pages/device_check_page.h"
#include "ui/pages/start_page.h"
#include "ui/settings.h"
#include "ui/theme/icons.h"
#include "ui/widgets/about_dialog.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/command_palette.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/job_dock.h"
#include "ui/widgets/log_dock.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/navigation_rail.h"
#include "ui/widgets/settings_dialog.h"
#include "ui/widgets/status_line.h"

namespace fw::ui {

MainWindow::MainWindow(const Services& services, QWidget* parent)
    : QMainWindow(parent),
      m_services(services),
      m_actions(this),
      m_messages(new MessageBar),
      m_rail(new NavigationRail),
      m_stack(new QStackedWidget),
      m_palette(new CommandPalette(m_actions, this)) {
  setObjectName(QStringLiteral("mainWindow"));
  setWindowTitle(QStringLiteral("Framewright"));
  setDockOptions(AnimatedDocks | AllowTabbedDocks | AllowNestedDocks);
  auto* const center = new QWidget;
  auto* const column = new QVBoxLayout;
  column->setSpacing(0);
  column->addWidget(m_messages);
  column->addWidget(m_stack, 1);
  auto* const row = new QHBoxLayout(center);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(m_rail);
  row->addLayout(column, 1);
  setCentralWidget(center);

  makeApplicationActions();
  makeHelpActions();
  makeDocks();
  makePages();
  makeViewActions();
  makeMenus();
  setStatusBar(new StatusLine(services, m_actions));
  for (QAction* const action : m_actions.actions()) {
    // Keys work without the menu too; those of a dock only inside it.
    if (action->shortcutContext() == Qt::WindowShortcut) addAction(action);
  }
  connectMessages();
  showPage(0);
  restoreLayout();
}

void MainWindow::makeDocks() {
  m_jobDock = new JobDock(m_services, m_actions, this);
  m_logDock = new LogDock(m_services, m_actions, this);
  addDockWidget(Qt::BottomDockWidgetArea, m_jobDock);
  addDockWidget(Qt::BottomDockWidgetArea, m_logDock);
  splitDockWidget(m_jobDock, m_logDock, Qt::Horizontal);
}

void MainWindow::makePages() {
  // The start page shows the device check's command, so that page is made first.
  auto* const check = new DeviceCheckPage(m_services, m_actions);
  addPage(new StartPage(m_services, m_actions));
  addPage(check);
  connect(m_rail, &NavigationRail::pageChosen, m_stack, &QStackedWidget::setCurrentIndex);
  connect(m_actions.action(QStringLiteral("device.check")), &QAction::triggered, this,
          [this] { showPage(1); });
}

void MainWindow::addPage(Page* page) {
  const int number = static_cast<int>(m_pages.size());
  m_pages.push_back(page);
  m_stack->addWidget(page);
  QAction* const action = m_actions.add(
      {QStringLiteral("page.%1").arg(QLatin1String(page->iconName())), page->title(), page->iconName(),
       QKeySequence(QStringLiteral("Ctrl+%1").arg(number + 1)), page->purpose()},
      [this, number] { showPage(number); });
  m_rail->addPage(page->title(), icon(page->iconName()), action->toolTip());
}

void MainWindow::showPage(int page) {
  m_rail->setCurrent(page);
}

void MainWindow::makeApplicationActions() {
  m_actions.add({QStringLiteral("app.settings"), tr("&Settings…"), "settings", QKeySequence(tr("Ctrl+,")),
                 tr("Theme, language and folders.")},
                [this] {
                  SettingsDialog dialog(m_services.settings, m_services.theme, this);
                  // The window is made anew for another language: only after the dialog is gone.
                  connect(&dialog, &SettingsDialog::languageChanged, this, &MainWindow::languageChanged,
                          Qt::QueuedConnection);
                  dialog.exec();
                });
  m_actions.add({QStringLiteral("app.palette"), tr("&Find a command…"), "commands",
                 QKeySequence(tr("Ctrl+Shift+P")), tr("Finds and runs any command by its name.")},
                [this] { m_palette->open(); });
  m_actions.add({QStringLiteral("app.quit"), tr("&Quit"), "quit", QKeySequence(tr("Ctrl+Q")),
                 tr("Closes the window and ends all jobs.")},
                [this] { close(); });
  m_actions.add(
      {QStringLiteral("engine.reopen"), tr("Load the &engine again"), "reload",
       QKeySequence(tr("Ctrl+Shift+E")), tr("Tries again to load the engine after its set-up was mended.")},
      [this] { m_services.bridge.openEngine(); });
}

void MainWindow::makeViewActions() {
  const auto addDock = [this](QDockWidget* dock, const ActionSpec& spec) {
    QAction* const action = m_actions.add(spec, [dock] {
      dock->setVisible(!dock->isVisible());
      if (dock->isVisible()) dock->raise();
    });
    action->setCheckable(true);
    connect(dock, &QDockWidget::visibilityChanged, action,
            [dock, action] { action->setChecked(!dock->isHidden()); });
  };
  addDock(m_jobDock, {QStringLiteral("view.jobs"), tr("&Jobs"), "jobs", QKeySequence(tr("Ctrl+Shift+J")),
                      tr("Shows or hides the job queue.")});
  addDock(m_logDock, {QStringLiteral("view.log"), tr("&Log"), "log", QKeySequence(tr("Ctrl+Shift+L")),
                      tr("Shows or hides the log.")});
  m_actions.add({QStringLiteral("view.theme"), tr("&Light or dark"), "theme",
                 QKeySequence(tr("Ctrl+Shift+T")), tr("Switches between the light and the dark theme.")},
                [this] { switchTheme(); });
  QAction* const full = m_actions.addToggle(
      {QStringLiteral("view.fullScreen"), tr("&Full screen"), "fullscreen", QKeySequence(tr("F11")),
       tr("Fills the screen with this window.")},
      [this](bool on) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, on)); });
  full->setChecked(false);
  m_actions.add(
      {QStringLiteral("view.resetLayout"), tr("&Reset layout"), "layout", QKeySequence(tr("Ctrl+Shift+0")),
       tr("Puts docks and columns back where they were at first.")},
      [this] { resetLayout(); });
}

void MainWindow::makeHelpActions() {
  m_actions.add({QStringLiteral("help.whatsThis"), tr("&What is this?"), "help", QKeySequence(tr("Shift+F1")),
                 tr("Explains the next thing you click.")},
                [] { QWhatsThis::enterWhatsThisMode(); });
  m_actions.add(
      {QStringLiteral("help.logFolder"), tr("Open the log &folder"), "folder",
       QKeySequence(tr("Ctrl+Shift+O")), tr("Opens the folder with the log files.")},
      [this] {
        try {
          QDesktopServices::openUrl(QUrl::fromLocalFile(QString::fromStdString(to_utf8(state_folder()))));
        } catch (const Error& error) {
          m_messages->showFault(error.fault());
        }
      });
  m_actions.add({QStringLiteral("help.about"), tr("&About Framewright"), "info", QKeySequence(tr("Ctrl+F1")),
                 tr("Version and licences.")},
                [this] { AboutDialog(this).exec(); });
}

void MainWindow::makeMenus() {
  const auto fill = [this](const QString& title, std::initializer_list<const char*> ids) {
    QMenu* const menu = menuBar()->addMenu(title);
    menu->setToolTipsVisible(false);
    for (const char* const id : ids)
      id == nullptr ? (void)menu->addSeparator() : menu->addAction(m_actions.action(QLatin1String(id)));
    return menu;
  };
  fill(tr("&File"), {"device.check", nullptr, "app.settings", nullptr, "app.quit"});
  QMenu* const view = fill(tr("&View"), {"page.start", "page.device-check", nullptr, "view.jobs", "view.log",
                                         nullptr, "view.theme", "view.fullScreen", "view.resetLayout"});
  view->setObjectName(QStringLiteral("viewMenu"));
  QMenu* const jobs = menuBar()->addMenu(tr("&Jobs"));
  jobs->addAction(m_actions.action(QStringLiteral("jobs.cancelRunning")));
  for (QAction* const command : m_jobDock->commands())
    command == nullptr ? (void)jobs->addSeparator() : jobs->addAction(command);
  fill(tr("&Log"), {"log.search", "log.follow", "log.copy", "log.diagnostics"});
  fill(tr("&Help"), {"app.palette", "help.whatsThis", nullptr, "log.diagnostics", "help.logFolder",
                     "engine.reopen", nullptr, "help.about"});
}

void MainWindow::connectMessages() {
  EngineBridge& bridge = m_services.bridge;
  connect(&bridge, &EngineBridge::engineStateChanged, this, &MainWindow::showEngineState);
  connect(&bridge, &EngineBridge::refused, this,
          [this](const Fault& fault) { m_messages->showFault(fault); });
  connect(&m_services.jobs, &JobListModel::jobEnded, this, &MainWindow::showEnded);
  connect(m_messages, &MessageBar::showInLogWanted, m_logDock, &LogDock::showLine);
  showEngineState();
}

void MainWindow::showEngineState() {
  QAction* const reopen = m_actions.action(QStringLiteral("engine.reopen"));
  const EngineBridge& bridge = m_services.bridge;
  reopen->setEnabled(bridge.engineState() == EngineBridge::State::failed);
  if (bridge.engineState() == EngineBridge::State::opening) {
    for (const char* const code :
         {"engine_api.engine_missing", "engine_api.engine_broken", "engine_api.engine_version"})
      m_messages->dismiss(code);
  }
  if (bridge.engineState() == EngineBridge::State::failed)
    m_messages->showFault(*bridge.engineFault(), {}, reopen);
  if (bridge.engineState() == EngineBridge::State::ready && bridge.engineFault())
    m_messages->showFault(*bridge.engineFault());
}

void MainWindow::showEnded(const JobRow& job) {
  if (job.fault) m_messages->showFault(*job.fault, job.title);
}

void MainWindow::switchTheme() {
  const ThemeMode other = m_services.theme.scheme() == Scheme::dark ? ThemeMode::light : ThemeMode::dark;
  m_services.theme.setMode(other);
  m_services.settings.setTheme(other);
}

void MainWindow::restoreLayout() {
  m_originalState = saveState(layoutVersion);
  const QSize screen = QGuiApplication::primaryScreen()->availableSize();
  resize(QSize(1280, 800).boundedTo(screen * 0.95));
  for (FlatTable* const table : findChildren<FlatTable*>()) table->restoreColumns(m_services.settings);
  // A first start without a remembered layout, or one of another version, keeps the original.
  restoreGeometry(m_services.settings.windowGeometry());
  restoreState(m_services.settings.windowState(), layoutVersion);
}

void MainWindow::saveLayout() {
  m_services.settings.setWindowLayout(saveGeometry(), saveState(layoutVersion));
  for (const FlatTable* const table : findChildren<FlatTable*>()) table->saveColumns(m_services.settings);
}

void MainWindow::resetLayout() {
  m_services.settings.forgetLayout();
  showNormal();
  restoreState(m_originalState, layoutVersion);
}

void MainWindow::paintEvent(QPaintEvent* event) {
  QMainWindow::paintEvent(event);
  if (m_wasPainted) return;
  m_wasPainted = true;
  // Queued: this paint reaches the screen first.
  QMetaObject::invokeMethod(this, &MainWindow::painted, Qt::QueuedConnection);
}

bool MainWindow::askToClose() {
  const JobRow* const job = m_services.jobs.activeJob();
  const int waiting = m_services.jobs.waitingCount();
  if (!m_services.settings.confirmClose() || (job == nullptr && waiting == 0)) return true;
  QMessageBox question(
      QMessageBox::Question, tr("Close Framewright?"),
      job != nullptr ? tr("“%1” is running.").arg(job->title) : tr("%n jobs are waiting.", nullptr, waiting),
      QMessageBox::NoButton, this);
  question.setObjectName(QStringLiteral("closeQuestion"));
  question.setInformativeText(
      job != nullptr && waiting > 0
          ? tr("Closing ends it without saving and drops %n waiting jobs.", nullptr, waiting)
          : tr("Closing ends all jobs without saving."));
  QPushButton* const stay = question.addButton(tr("&Keep open"), QMessageBox::RejectRole);
  question.addButton(tr("&End jobs and close"), QMessageBox::DestructiveRole)
      ->setObjectName(QStringLiteral("endAndClose"));
  question.setDefaultButton(stay);
  question.setEscapeButton(stay);
  question.exec();
  return question.clickedButton() != stay;
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!askToClose()) {
    event->ignore();
    return;
  }
  saveLayout();
  event->accept();
}

}  // namespace fw::ui
