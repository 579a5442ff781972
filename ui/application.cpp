// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/application.h"

#include <QApplication>
#include <cstdio>
#include <ctime>

#include "ui/language.h"
#include "ui/theme/icons.h"

namespace fw::ui {

namespace {

/// For tests/bench/startup, which has the clock's reading at the start of the process.
void traceFirstPaint() {
  if (!qEnvironmentVariableIsSet("FRAMEWRIGHT_STARTUP_TRACE")) return;
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  std::printf("first paint %lld\n", static_cast<long long>(now.tv_sec) * 1'000'000'000 + now.tv_nsec);
  std::fflush(stdout);
}

}  // namespace

void Application::setIdentity() {
  QCoreApplication::setApplicationName(QStringLiteral("framewright"));
  QGuiApplication::setApplicationDisplayName(QStringLiteral("Framewright"));
  QCoreApplication::setApplicationVersion(QStringLiteral(FW_VERSION));
  QGuiApplication::setDesktopFileName(QStringLiteral("org.framewright.Framewright"));
}

Application::Application(QObject* parent)
    : QObject(parent),
      m_theme(m_settings.theme(), m_settings.systemScheme()),
      m_jobs(m_bridge),
      m_checks(m_jobs),
      m_runs(m_bridge, m_project),
      m_clips(m_bridge, m_project, m_jobs) {
  QGuiApplication::setWindowIcon(applicationIcon());
  connect(&m_theme, &Theme::systemSchemeChanged, this,
          [this] { m_settings.setSystemScheme(m_theme.systemScheme()); });
  connect(&m_project, &ProjectSession::changed, this, [this] {
    if (m_project.isOpen()) m_settings.addRecentProject(m_project.folder());
  });
  connect(&m_jobs, &JobListModel::jobEnded, this, [this](const JobRow& job) {
    if (!m_window->isActiveWindow()) m_notifier.jobEnded(job);
  });
  setLanguage(m_settings.language());
  makeWindow();
}

Application::~Application() = default;

void Application::makeWindow() {
  m_window = std::make_unique<MainWindow>(Services{m_settings, m_theme, m_bridge, m_jobs, m_log, m_checks,
                                                   m_project, m_runs, m_clips, m_navigator});
  connect(m_window.get(), &MainWindow::painted, this, &Application::startBehindWindow);
  connect(m_window.get(), &MainWindow::languageChanged, this, [this] {
    m_window->saveLayout();
    setLanguage(m_settings.language());
    QApplication::setQuitOnLastWindowClosed(false);
    makeWindow();
    m_window->show();
    QApplication::setQuitOnLastWindowClosed(true);
  });
}

void Application::startBehindWindow() {
  if (m_bridge.engineState() != EngineBridge::State::closed) return;  // a window made anew
  traceFirstPaint();
  m_bridge.openEngine();
  m_theme.askDesktop();
}

void Application::show() {
  m_window->show();
}

}  // namespace fw::ui
