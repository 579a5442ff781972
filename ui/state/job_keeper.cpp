// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/job_keeper.h"

#include <unistd.h>

#include <QDir>
#include <algorithm>
#include <chrono>
#include <thread>

#include "base/log.h"
#include "base/paths.h"
#include "engine_api/requests.h"
#include "run/run_folder.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/file_path.h"
#include "ui/state/project_session.h"

namespace fw::ui {

using engine_api::JobState;
using project::KeptJob;

namespace {

/// Runs at each start anyway, so saving it is pointless.
constexpr std::string_view checkKind = engine_api::DeviceCheckRequest::kind;

std::string sessionName() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(now).count()) + "-" +
         std::to_string(::getpid());
}

std::filesystem::path queueFolder() {
  const std::filesystem::path folder = state_folder() / "queue";
  std::error_code error;
  std::filesystem::create_directory(folder, error);
  return folder;
}

/// Whether one of its paths is in the folder.
bool isOf(const KeptJob& job, const std::string& folder) {
  return std::ranges::any_of(job.spec.params, [&](const nlohmann::json& value) {
    return value.is_string() && (value.get<std::string>() + '/').starts_with(folder);
  });
}

/// Whether it is obsolete: the run was deleted, has finished, or is being trained by another process.
bool isDone(const KeptJob& job) {
  const std::filesystem::path run = engine_api::trained_run(job.spec);
  if (run.empty()) return false;
  try {
    const run::RunStatus status = run::run_status({run});
    return status.running || status.is_finished();
  } catch (const Error&) {
    return true;
  }
}

QString projectOf(const LeftJob& left) {
  return toText(left.job.project);
}

/// False for a project that is missing, or open in another window.
bool canBeOpened(const std::filesystem::path& project, const std::filesystem::path& own) {
  std::error_code error;
  return project.empty() ||
         (std::filesystem::exists(project / project::database_name, error) && !isReadOnlyHere(project, own));
}

}  // namespace

JobKeeper::JobKeeper(EngineBridge& bridge, ProjectSession& session, QObject* parent)
    : QObject(parent),
      m_bridge(bridge),
      m_session(session),
      m_name(sessionName()),
      m_file(std::make_shared<std::unique_ptr<project::JobFile>>()) {
  m_saving.setSingleShot(true);
  m_saving.setInterval(0);  // once for all changes of the moment
  connect(&m_saving, &QTimer::timeout, this, &JobKeeper::save);
  connect(&m_bridge, &EngineBridge::eventsArrived, this, [this](std::span<const engine_api::Event> events) {
    const bool hasChanged = std::ranges::any_of(events, [](const engine_api::Event& event) {
      return std::holds_alternative<engine_api::Changed>(event.body);
    });
    if (hasChanged) m_saving.start();
  });
  connect(&m_bridge, &EngineBridge::jobRemoved, &m_saving, qOverload<>(&QTimer::start));
  connect(&m_session, &ProjectSession::changed, this, &JobKeeper::openProject);
  for (Worker* const worker : {&m_reader, &m_writer}) {
    connect(worker, &Worker::failed, this, [this](const Fault& fault) {
      log::fault(spdlog::level::warn, fault, {FW_TEXT("log", "The queue could not be written down: ")});
      Q_EMIT failed(fault);
    });
  }
  openProject();
}

JobKeeper::~JobKeeper() {
  if (m_saving.isActive()) save();
  while (!m_writer.isIdle()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void JobKeeper::leaveRunning() {
  write(false);
  m_saving.stop();
  m_isOver = true;
}

void JobKeeper::openProject() {
  save();
  addRequested();
  // A project that the user opens is not closed again for an earlier request.
  const bool wasWanted = m_session.isOpen() && m_session.folder() == m_opening;
  if (wasWanted && !m_wanted.empty() && projectOf(m_wanted.front()) != m_opening) openNext();
}

void JobKeeper::save() {
  m_saving.stop();
  if (!m_isOver) write(true);
}

void JobKeeper::write(bool withRunning) {
  const std::filesystem::path project = toPath(m_session.folder());
  std::vector<KeptJob> kept;
  std::vector<jobs::JobInfo> jobs = m_bridge.jobs();
  const auto runs = [](const jobs::JobInfo& job) {
    return job.state == JobState::running || job.state == JobState::stopping;
  };
  std::ranges::stable_partition(jobs, runs);
  for (jobs::JobInfo& job : jobs) {
    const bool waits = job.state == JobState::queued || job.state == JobState::held;
    if ((!waits && !(runs(job) && withRunning)) || job.spec.kind == checkKind) continue;
    kept.push_back({0, std::move(job.spec), runs(job), job.state == JobState::held});
    if (!project.empty() && isOf(kept.back(), to_utf8(project) + '/')) kept.back().project = project;
  }
  m_writer.run(
      [file = m_file, name = m_name, kept = std::move(kept)](const std::stop_token&) {
        if (!*file && !kept.empty()) *file = std::make_unique<project::JobFile>(queueFolder(), name);
        if (*file) (*file)->keep(kept);
        return true;
      },
      [](bool) {});
}

void JobKeeper::look() {
  m_reader.clear();
  const std::filesystem::path own =
      m_session.canWrite() ? toPath(m_session.folder()) : std::filesystem::path();
  m_reader.run(
      [own](const std::stop_token& stop) {
        std::vector<LeftJob> found;
        for (auto& [file, jobs] : project::JobFile::left(queueFolder())) {
          for (KeptJob& job : jobs) {
            if (stop.stop_requested()) throw Cancelled();
            if (!isDone(job) && canBeOpened(job.project, own)) found.push_back({std::move(job), file});
          }
        }
        return found;
      },
      [this](std::vector<LeftJob> found) {
        std::erase_if(found, [this](const LeftJob& job) { return std::ranges::count(m_dropped, job) > 0; });
        if (found == m_left) return;
        m_left = std::move(found);
        Q_EMIT leftChanged();
      });
}

void JobKeeper::add(const std::vector<LeftJob>& jobs) {
  for (const LeftJob& job : jobs) {
    drop(job);
    m_wanted.push_back(job);
  }
  addRequested();
  openNext();
}

/// Opens the project of the first job that waits for one.
void JobKeeper::openNext() {
  m_opening = m_wanted.empty() ? QString() : projectOf(m_wanted.front());
  if (!m_opening.isEmpty()) m_session.open(m_opening);
}

/// Queues jobs whose project is now open for writing.
void JobKeeper::addRequested() {
  std::vector<LeftJob> waiting;
  for (LeftJob& left : std::exchange(m_wanted, {})) {
    const bool isReady =
        left.job.project.empty() || (m_session.canWrite() && m_session.folder() == projectOf(left));
    if (!isReady) {
      waiting.push_back(std::move(left));
    } else if (submit(left.job)) {
      save();  // first, so that a crash cannot come between
      forget(left);
    }
  }
  m_wanted = std::move(waiting);
}

bool JobKeeper::submit(const KeptJob& job) {
  if (!job.on_hold) return m_bridge.submit(job.spec) != 0;
  // It must not start between the two calls.
  const bool wasPaused = m_bridge.isQueuePaused();
  m_bridge.setQueuePaused(true);
  const engine_api::JobId id = m_bridge.submit(job.spec);
  if (id != 0) m_bridge.send(engine_api::Verb::hold, id);
  m_bridge.setQueuePaused(wasPaused);
  return id != 0;
}

void JobKeeper::forget(const LeftJob& left) {
  drop(left);
  m_writer.run(
      [left](const std::stop_token&) {
        project::JobFile::forget(left.file, std::vector<int64_t>{left.job.id});
        return true;
      },
      [](bool) {});
}

void JobKeeper::drop(const LeftJob& job) {
  m_dropped.push_back(job);
  if (std::erase(m_left, job) > 0) Q_EMIT leftChanged();
}

}  // namespace fw::ui
