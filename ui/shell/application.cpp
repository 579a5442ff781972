// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/application.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QSessionManager>
#include <cstdio>
#include <ctime>

#include "base/paths.h"
#include "base/units.h"
#include "engine_api/requests.h"
#include "run/cache_cleanup.h"
#include "ui/shell/language.h"
#include "ui/shell/runtime_dialog.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/state/runtime_installer.h"
#include "ui/theme/icons.h"
#include "ui/widgets/message_bar.h"
#include "workflow/download_jobs.h"

namespace fw::ui {

namespace {

constexpr ErrorCode cache_large{
    "cache.large", FW_TEXT("errors", "The cache has grown to {bytes}, more than its limit of {limit}."),
    FW_TEXT("errors", "Clean it up in the settings, or raise the limit.")};

constexpr int sessionEndMs = 60'000;  // allows for the checkpoint of a large model

/// For tests/bench/startup, which knows the process's start time.
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
      m_keeper(m_bridge, m_project),
      m_runs(m_bridge, m_project),
      m_clips(m_bridge, m_project, m_jobs) {
  QGuiApplication::setWindowIcon(applicationIcon());
  // The token comes from the environment or the hub's token file.
  for (engine_api::JobKind& kind : workflow::download_job_kinds([] { return workflow::HubAccess(); }))
    m_bridge.addKind(std::move(kind));
  connect(&m_theme, &Theme::systemSchemeChanged, this,
          [this] { m_settings.setSystemScheme(m_theme.systemScheme()); });
  connect(&m_project, &ProjectSession::changed, this, [this] {
    if (m_project.isOpen()) m_settings.addRecentProject(m_project.folder());
    m_settings.setLastProject(m_project.folder());
  });
  connect(&m_jobs, &JobListModel::jobEnded, this, [this](const JobRow& job) {
    if (!m_window->isActiveWindow()) m_notifier.jobEnded(job);
    // A run encodes what the cache lacks.
    if (job.kind == engine_api::PrecomputeRequest::kind || job.kind == engine_api::TrainRequest::kind)
      watchCache();
  });
  connect(&m_bridge, &EngineBridge::eventsArrived, this, [this](std::span<const engine_api::Event> events) {
    if (m_window->isActiveWindow()) return;
    for (const engine_api::Event& event : events) {
      const auto* const logged = std::get_if<engine_api::Logged>(&event.body);
      const JobRow* const job = m_jobs.job(event.job);
      if (logged != nullptr && logged->fault && logged->advice && job != nullptr)
        m_notifier.show(job->title(), faultText(*logged->fault));
    }
  });
  connect(&m_runs, &RunListModel::runsChanged, this, [this] {
    std::map<std::filesystem::path, QString> names;
    for (const RunRow& run : m_runs.runs())
      if (!run.notes.name.empty()) names[toPath(run.folder)] = QString::fromStdString(run.notes.name);
    m_jobs.setRunNames(std::move(names));
  });
  connect(&m_jobs, &JobListModel::summaryChanged, &m_sleep,
          [this] { m_sleep.setRequested(m_jobs.activeJob() != nullptr); });
  connect(new RuntimeInstaller(this), &RuntimeInstaller::installed, &m_bridge, &EngineBridge::openEngine);
  setLanguage(m_settings.language());
  makeWindow();
}

Application::~Application() = default;

void Application::makeWindow() {
  m_window = std::make_unique<MainWindow>(Services{m_settings, m_theme, m_bridge, m_jobs, m_keeper, m_log,
                                                   m_checks, m_project, m_runs, m_clips, m_navigator});
  connect(m_window.get(), &MainWindow::painted, this, &Application::startBehindWindow);
  connect(m_window->actions().action(QStringLiteral("engine.install")), &QAction::triggered, m_window.get(),
          [this] {
            auto* const dialog = new RuntimeDialog(*findChild<RuntimeInstaller*>(), m_window.get());
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            dialog->show();
          });
  connect(m_window.get(), &MainWindow::languageChanged, this, [this] {
    m_window->saveLayout();
    setLanguage(m_settings.language());
    QApplication::setQuitOnLastWindowClosed(false);
    m_clips.forgetReaders();
    const std::unique_ptr<MainWindow> before = std::move(m_window);
    before->keep();  // before another one reads it
    makeWindow();
    m_window->takeOver(*before);
    m_window->show();
    QApplication::setQuitOnLastWindowClosed(true);
  });
}

void Application::startBehindWindow() {
  if (m_bridge.engineState() != EngineBridge::State::closed) return;  // a rebuilt window
  traceFirstPaint();
  m_bridge.openEngine();
  m_theme.askDesktop();
}

/// Only warns: cache entries are hours of GPU work.
void Application::watchCache() {
  const uint64_t limit = static_cast<uint64_t>(m_settings.cacheLimitGib()) << 30;
  if (limit == 0) return;
  m_counting.run(
      [](const std::stop_token& stop) { return run::cache_size(cache_folder() / "latents", stop).bytes; },
      [this, limit](uint64_t bytes) {
        m_window->messages().dismiss(std::string(cache_large.code));
        if (bytes <= limit) return;
        m_window->messages().showAdvice(
            Fault(cache_large, {{"bytes", format_bytes(bytes)}, {"limit", format_bytes(limit)}}), {},
            {m_window->actions().action(QStringLiteral("app.settings"))});
      });
}

void Application::reopenLast() {
  const QString folder = m_settings.lastProject();
  m_settings.setLastProject({});  // until it is open
  if (folder.isEmpty()) return;
  connect(
      &m_project, &ProjectSession::changed, this,
      [this, folder, place = m_settings.lastPlace()] {
        if (m_project.folder() == folder) m_window->setPlace(place);
      },
      Qt::SingleShotConnection);
  m_project.open(folder);
}

void Application::heedEnd() {
  m_signals = std::make_unique<UnixSignals>();
  connect(m_signals.get(), &UnixSignals::endRequested, this, [this] { m_window->saveAndClose(); });
  connect(qApp, &QGuiApplication::commitDataRequest, this, [this](QSessionManager& session) {
    session.setRestartHint(QSessionManager::RestartNever);
    m_window->saveAndClose();
    // The desktop continues when this function returns.
    QElapsedTimer clock;
    clock.start();
    while (m_window->isVisible() && clock.elapsed() < sessionEndMs)
      QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
  });
}

void Application::show() {
  m_window->show();
}

}  // namespace fw::ui
