// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDesktopServices>
#include <QUrl>
#include <QWhatsThis>

#include "base/paths.h"
#include "jobs/package_engine.h"
#include "ui/shell/about_dialog.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/guide_window.h"
#include "ui/shell/job_dock.h"
#include "ui/shell/log_dock.h"
#include "ui/shell/main_window.h"
#include "ui/shell/project_actions.h"
#include "ui/shell/settings_dialog.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/file_path.h"
#include "ui/state/settings.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/message_bar.h"

namespace fw::ui {

void MainWindow::makeApplicationActions() {
  addProjectActions(m_actions, m_services.project, this);
  m_actions.add({QStringLiteral("app.settings"), tr("&Settings…"), "settings",
                 QKeySequence(QStringLiteral("Ctrl+,")), tr("Theme, language and folders.")},
                [this] {
                  SettingsDialog dialog(m_services.settings, m_services.theme, this);
                  bool isOther = false;
                  connect(&dialog, &SettingsDialog::languageChanged, this, [&isOther] { isOther = true; });
                  dialog.exec();
                  // The window is rebuilt after the dialog and its caller are gone.
                  if (isOther)
                    QMetaObject::invokeMethod(this, &MainWindow::languageChanged, Qt::QueuedConnection);
                });
  m_actions.add(
      {QStringLiteral("app.palette"), tr("&Find…"), "commands", QKeySequence(QStringLiteral("Ctrl+Shift+P")),
       tr("Finds commands, settings, runs and clips by their names.")},
      [this] { m_palette->open(); });
  m_actions.add({QStringLiteral("app.quit"), tr("&Quit"), "quit", QKeySequence(QStringLiteral("Ctrl+Q")),
                 tr("Closes the window and ends all jobs.")},
                [this] { close(); });
  m_actions.add({QStringLiteral("engine.reopen"), tr("Reload the &engine"), "reload",
                 QKeySequence(QStringLiteral("Shift+F5")),
                 tr("Tries to load the engine again, once its installation has been repaired.")},
                [this] { m_services.bridge.openEngine(); });
  m_actions
      .add({QStringLiteral("engine.install"), tr("Install Lib&Torch…"), "install",
            QKeySequence(QStringLiteral("Ctrl+Alt+B")),
            tr("Fetches LibTorch, which trains and generates. Packages come without it.")},
           [] {})  // handled by the application, which outlives the window
      ->setEnabled(jobs::is_package());
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
  addDock(m_jobDock, {QStringLiteral("view.jobs"), tr("&Jobs"), "jobs",
                      QKeySequence(QStringLiteral("Ctrl+Shift+J")), tr("Shows or hides the job queue.")});
  addDock(m_logDock, {QStringLiteral("view.log"), tr("&Log"), "log",
                      QKeySequence(QStringLiteral("Ctrl+Shift+L")), tr("Shows or hides the log.")});
  m_actions.add(
      {QStringLiteral("view.theme"), tr("&Light or dark"), "theme",
       QKeySequence(QStringLiteral("Ctrl+Shift+T")), tr("Switches between the light and the dark theme.")},
      [this] { switchTheme(); });
  QAction* const full = m_actions.addToggle(
      {QStringLiteral("view.fullScreen"), tr("&Full screen"), "fullscreen",
       QKeySequence(QStringLiteral("F11")), tr("Fills the screen with this window.")},
      [this](bool on) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, on)); });
  full->setChecked(false);
  m_actions.add({QStringLiteral("view.resetLayout"), tr("&Reset layout"), "layout",
                 QKeySequence(QStringLiteral("Ctrl+Shift+0")),
                 tr("Restores docks and columns to their default places.")},
                [this] { resetLayout(); });
}

void MainWindow::showGuide(const QString& page) {
  // A modal dialog blocks other windows except its own children.
  QWidget* const modal = QApplication::activeModalWidget();
  QWidget* const owner = modal != nullptr ? modal : this;
  auto* guide = owner->findChild<GuideWindow*>(QString(), Qt::FindDirectChildrenOnly);
  if (guide == nullptr) guide = new GuideWindow(toText(resource_folder() / "help"), owner);
  if (owner == this) m_guide = guide;
  guide->open(page);
}

QString MainWindow::guidePageHere() const {
  const QWidget* const modal = QApplication::activeModalWidget();
  const QWidget* const pointed = QApplication::widgetAt(QCursor::pos());
  const bool isHere = pointed != nullptr && pointed->window() == (modal != nullptr ? modal->window() : this);
  QString page = isHere ? guidePage(pointed) : QString();
  if (page.isEmpty()) page = guidePage(modal != nullptr ? modal : focusWidget());
  return page.isEmpty() ? guidePage(m_stack->currentWidget()) : page;
}

void MainWindow::makeHelpActions() {
  m_actions.add({QStringLiteral("help.guide"), tr("&User's guide"), "help",
                 QKeySequence(QStringLiteral("F1")), tr("Opens the guide at the item under the pointer.")},
                [this] { showGuide(guidePageHere()); });
  m_actions.add({QStringLiteral("help.keys"), tr("&Keyboard shortcuts"), "keyboard",
                 QKeySequence(QStringLiteral("Ctrl+Shift+F1")), tr("Opens the guide's list of all keys.")},
                [this] { showGuide(QStringLiteral("keyboard.md")); });
  m_actions.add({QStringLiteral("help.whatsThis"), tr("&What is this?"), "whats-this",
                 QKeySequence(QStringLiteral("Shift+F1")), tr("Explains the next thing you click.")},
                [] { QWhatsThis::enterWhatsThisMode(); });
  m_actions.add({QStringLiteral("help.logFolder"), tr("Open the log &folder"), "folder",
                 QKeySequence(QStringLiteral("Ctrl+Shift+O")), tr("Opens the folder with the log files.")},
                [this] {
                  try {
                    QDesktopServices::openUrl(QUrl::fromLocalFile(toText(state_folder())));
                  } catch (const Error& error) {
                    m_messages->tell(error.fault());
                  }
                });
  m_actions.add({QStringLiteral("help.about"), tr("&About Framewright"), "info",
                 QKeySequence(QStringLiteral("Alt+Shift+F1")), tr("Version and licences.")},
                [this] { AboutDialog(this).exec(); });
}

}  // namespace fw::ui
