// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPushButton>

#include "base/resource_watch.h"
#include "ui/shell/job_dock.h"
#include "ui/shell/log_dock.h"
#include "ui/shell/main_window.h"
#include "ui/start/start_page.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/job_keeper.h"
#include "ui/state/job_list_model.h"
#include "ui/state/project_session.h"
#include "ui/state/run_list_model.h"
#include "ui/state/runtime_installer.h"
#include "ui/widgets/message_bar.h"

namespace fw::ui {

namespace {

const QString ofProject = QStringLiteral("project");

/// Owner id of a job's messages: advice while it runs, and its final fault.
QString ofJob(engine_api::JobId id) {
  return QStringLiteral("job %1").arg(id);
}

constexpr ErrorCode unfinished_work{"jobs.unfinished",
                                    FW_TEXT("errors", "{names} did not finish in the last session."),
                                    FW_TEXT("errors", "Resume it, or choose on the Start page.")};

}  // namespace

void MainWindow::connectMessages() {
  EngineBridge& bridge = m_services.bridge;
  connect(&bridge, &EngineBridge::engineStateChanged, this, &MainWindow::showEngineState);
  connect(&bridge, &EngineBridge::refused, m_messages, &MessageBar::tell);
  connect(&m_services.jobs, &JobListModel::jobEnded, this, &MainWindow::showEnded);
  connect(&m_services.project, &ProjectSession::failed, m_messages, tellOfProject());
  connect(&m_services.runs, &RunListModel::failed, m_messages, tellOfProject());
  connect(&m_services.project, &ProjectSession::changed, this, &MainWindow::showProject);
  connect(&m_services.project, &ProjectSession::gone, this, &MainWindow::showGone);
  connect(&m_services.project, &ProjectSession::back, this, &MainWindow::showProject);
  connect(&m_services.project, &ProjectSession::sampleOpened, this, [this] { showPage(PageId::train); });
  connect(&m_services.project, &ProjectSession::created, this, [this] { showPage(PageId::dataset); });
  connect(&m_services.keeper, &JobKeeper::failed, m_messages,
          [this](const Fault& fault) { m_messages->showFault(fault); });
  connect(&bridge, &EngineBridge::eventsArrived, this, [this](std::span<const engine_api::Event> events) {
    for (const engine_api::Event& event : events) {
      const auto* const logged = std::get_if<engine_api::Logged>(&event.body);
      if (logged == nullptr || !logged->fault || !logged->advice) continue;
      const JobRow* const job = m_services.jobs.job(event.job);
      m_messages->showAdvice(*logged->fault, job != nullptr ? job->title() : QString(), {}, ofJob(event.job));
    }
  });
  connect(&bridge, &EngineBridge::jobRemoved, m_messages,
          [this](engine_api::JobId id) { m_messages->dismissOf(ofJob(id)); });
  connect(&m_services.jobs, &JobListModel::jobStarted, m_messages,
          [this](const JobRow& job) { m_messages->dismissOf(ofJob(job.id)); });
  connect(&m_services.jobs, &JobListModel::summaryChanged, m_messages, [this] {
    const JobRow* const job = m_services.jobs.computingJob();
    const bool waits = job != nullptr && job->progress && isWaitPhase(job->progress->phase);
    if (std::exchange(m_waits, waits) && !waits)
      for (const char* const code :
           {"training.waits_for_disk", "training.waits_to_save", "training.waits_for_cache"})
        m_messages->dismiss(code);
    if (job == nullptr || job->run.empty() || !m_messages->holds(disk_low.code) || !m_disk.isIdle()) return;
    // A network drive may take long to answer.
    m_disk.run([run = job->run](const std::stop_token&) { return is_disk_low(run); },
               [this](bool isLow) {
                 if (!isLow) m_messages->dismiss(std::string(disk_low.code));
               });
  });
  connect(m_messages, &MessageBar::showInLogRequested, m_logDock, &LogDock::showLine);
  connect(m_messages, &MessageBar::guideRequested, this, &MainWindow::showGuide);
  m_jobDock->addResume(m_actions.action(QStringLiteral("jobs.resumeUnfinished")));
  connect(m_start, &StartPage::unfinishedChanged, this, &MainWindow::offerUnfinished);
  showEngineState();
  showProject();
  offerUnfinished();
}

/// Shows a fault that is removed with the project.
std::function<void(const Fault& fault)> MainWindow::tellOfProject() {
  return [this](const Fault& fault) { m_messages->tellOf(ofProject, fault); };
}

void MainWindow::showProject() {
  const ProjectSession& session = m_services.project;
  setWindowTitle(session.isOpen() ? session.name() : QStringLiteral("Framewright"));
  m_messages->dismiss("project.gone");
  m_messages->dismissOf(ofProject);
  if (session.isGone()) return showGone();
  for (const auto* const fault : {&session.caution(), &session.read_only_reason()})
    if (*fault) m_messages->showAdvice(**fault, {}, {}, ofProject);
}

void MainWindow::showGone() {
  m_messages->dismiss("project.gone");  // a failed edit's message, which has no remedy
  m_messages->showLasting(*m_services.project.read_only_reason(),
                          {m_actions.action(QStringLiteral("project.find")),
                           m_actions.action(QStringLiteral("project.saveCopy"))});
}

void MainWindow::showEngineState() {
  QAction* const reopen = m_actions.action(QStringLiteral("engine.reopen"));
  const EngineBridge& bridge = m_services.bridge;
  reopen->setEnabled(bridge.engineState() == EngineBridge::State::failed);
  if (bridge.engineState() == EngineBridge::State::opening) {
    for (const char* const code : {"jobs.engine_missing", "jobs.engine_broken", "jobs.engine_version",
                                   "jobs.runtime_missing", "jobs.libtorch_broken"})
      m_messages->dismiss(code);
  }
  if (bridge.engineState() == EngineBridge::State::failed)
    m_messages->showFault(
        *bridge.engineFault(), {},
        {lacksLibTorch(bridge) ? m_actions.action(QStringLiteral("engine.install")) : reopen});
  if (bridge.engineState() == EngineBridge::State::ready && bridge.engineFault())
    m_messages->showFault(*bridge.engineFault());
}

void MainWindow::showEnded(const JobRow& job) {
  m_messages->dismissOf(ofJob(job.id));  // its advice
  if (job.fault) m_messages->showFault(*job.fault, job.title(), {}, ofJob(job.id));
  if (job.id != m_closesAfter) return;
  // Stay open: something could not be saved.
  if (job.fault) m_closesAfter = 0;
  if (m_closesAfter != 0 || m_isEnding) close();
}

/// Shows a banner on every page and in the list of jobs.
void MainWindow::offerUnfinished() {
  const QString names = m_start->unfinishedText();
  QAction* const resume = m_actions.action(QStringLiteral("jobs.resumeUnfinished"));
  m_messages->dismiss(std::string(unfinished_work.code));
  if (!names.isEmpty())
    m_messages->showAdvice(Fault(unfinished_work, {{"names", names.toStdString()}}), {}, {resume});
  m_jobDock->showUnfinished(names);
}

}  // namespace fw::ui
