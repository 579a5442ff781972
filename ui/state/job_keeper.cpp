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

/// Looked at again at each start, so that there is nothing to be gained from writing them down.
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

/// A run that has been deleted, is at its end, or that somebody trains is not to be done again.
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

bool heldByOthers(const std::filesystem::path& folder) {
  return FileLock::is_held(folder / "project.lock");
}

}  // namespace

JobKeeper::JobKeeper(EngineBridge& bridge, ProjectSession& session, QObject* parent)
    : QObject(parent),
      m_bridge(bridge),
      m_session(session),
      m_name(sessionName()),
      m_file(std::make_shared<std::unique_ptr<project::JobFile>>()) {
  m_saving.setSingleShot(true);
  m_saving.setInterval(0);  // once for all that changes in a moment
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
  // What still waits of the project that is left goes on waiting in the user's file.
  if (m_project && !m_session.isGone()) {
    m_writer.run(
        [project = std::exchange(m_project, nullptr), name = m_name](const std::stop_token&) {
          if (project->is_in_place()) project::keep_jobs(*project, name, {});
          return true;
        },
        [](bool) {});
  }
  m_project = m_session.isOpen() && !m_session.project().read_only() ? m_session.beside() : nullptr;
  m_folder = m_project ? to_utf8(m_project->folder()) + '/' : std::string();
  save();
  addWanted();
  // A project that a person opens is not left again for one that was asked for before.
  const bool wasWanted = m_session.isOpen() && m_session.folder() == m_opening;
  if (wasWanted && !m_wanted.empty() && m_wanted.front().project != m_opening) openNext();
}

void JobKeeper::save() {
  m_saving.stop();
  if (!m_isOver) write(true);
}

void JobKeeper::write(bool withRunning) {
  std::vector<KeptJob> ofProject;
  std::vector<KeptJob> others;
  std::vector<jobs::JobInfo> jobs = m_bridge.jobs();
  const auto runs = [](const jobs::JobInfo& job) {
    return job.state == JobState::running || job.state == JobState::stopping;
  };
  std::ranges::stable_partition(jobs, runs);
  for (jobs::JobInfo& job : jobs) {
    const bool waits = job.state == JobState::queued || job.state == JobState::held;
    if ((!waits && !(runs(job) && withRunning)) || job.spec.kind == checkKind) continue;
    KeptJob kept{0, std::move(job.spec), runs(job), job.state == JobState::held};
    (!m_folder.empty() && isOf(kept, m_folder) ? ofProject : others).push_back(std::move(kept));
  }
  m_writer.run(
      [project = m_project, file = m_file, name = m_name, ofProject = std::move(ofProject),
       others = std::move(others)](const std::stop_token&) {
        if (project && project->is_in_place()) project::keep_jobs(*project, name, ofProject);
        if (!*file && !others.empty()) *file = std::make_unique<project::JobFile>(queueFolder(), name);
        if (*file) (*file)->keep(others);
        return true;
      },
      [](bool) {});
}

void JobKeeper::look(const QStringList& projects) {
  m_reader.clear();
  const QString open = m_session.isOpen() ? m_session.folder() : QString();
  m_reader.run(
      [projects, open, name = m_name](const std::stop_token& stop) {
        std::vector<LeftJob> found;
        for (const QString& folder : projects) {
          if (stop.stop_requested()) throw Cancelled();
          const std::filesystem::path path = toPath(folder);
          if (folder != open && heldByOthers(path)) continue;
          try {
            const auto project = project::Project::open(path, project::Access::read_only);
            for (KeptJob& job : project::left_jobs(project, name))
              if (!isDone(job)) found.push_back({std::move(job), folder, {}});
          } catch (const Error&) {
            continue;  // one that is gone, or of an older version, keeps no jobs
          }
        }
        for (auto& [file, jobs] : project::JobFile::left(queueFolder()))
          for (KeptJob& job : jobs)
            if (!isDone(job)) found.push_back({std::move(job), {}, file});
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
  addWanted();
  openNext();
}

/// The project of the first job that waits for its own.
void JobKeeper::openNext() {
  m_opening = m_wanted.empty() ? QString() : m_wanted.front().project;
  if (!m_opening.isEmpty()) m_session.open(m_opening);
}

/// Those whose project is open now, for writing.
void JobKeeper::addWanted() {
  const auto isReady = [this](const LeftJob& left) {
    return left.project.isEmpty() || (m_project && m_session.folder() == left.project);
  };
  std::vector<LeftJob> waiting;
  for (LeftJob& left : std::exchange(m_wanted, {})) {
    if (!isReady(left)) {
      waiting.push_back(std::move(left));
    } else if (submit(left.job)) {
      save();  // first, so that a crash cannot fall between the two
      forget(left);
    }
  }
  m_wanted = std::move(waiting);
}

bool JobKeeper::submit(const KeptJob& job) {
  if (!job.on_hold) return m_bridge.submit(job.spec) != 0;
  // It must not start between the two.
  const bool wasPaused = m_bridge.isQueuePaused();
  m_bridge.setQueuePaused(true);
  const engine_api::JobId id = m_bridge.submit(job.spec);
  if (id != 0) m_bridge.send(engine_api::Verb::hold, id);
  m_bridge.setQueuePaused(wasPaused);
  return id != 0;
}

void JobKeeper::forget(const LeftJob& left) {
  drop(left);
  const bool isOpen = !left.project.isEmpty() && m_project && m_session.folder() == left.project;
  m_writer.run(
      [left, project = isOpen ? m_project : nullptr](const std::stop_token&) {
        const std::vector<int64_t> ids{left.job.id};
        if (left.project.isEmpty()) {
          project::JobFile::forget(left.file, ids);
        } else if (project) {
          project::forget_jobs(*project, ids);
        } else {
          auto opened = project::Project::open(toPath(left.project));
          project::forget_jobs(opened, ids);
        }
        return true;
      },
      [](bool) {});
}

void JobKeeper::drop(const LeftJob& job) {
  m_dropped.push_back(job);
  if (std::erase(m_left, job) > 0) Q_EMIT leftChanged();
}

}  // namespace fw::ui
