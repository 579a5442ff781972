// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/clip_store.h"

#include <QCoreApplication>
#include <algorithm>
#include <mutex>

#include "project/clips.h"
#include "project/figures.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/job_list_model.h"
#include "ui/state/project_session.h"
#include "workflow/dataset_jobs.h"

namespace fw::ui {

namespace {

/// A job commits clips about every second; refreshing more often only costs time.
constexpr int clipRefreshMs = 1500;

bool worksOnClips(const JobRow& job) {
  return job.kind.starts_with("dataset_") || job.kind == "project_relink";
}

QString editText(const std::optional<std::string>& label) {
  return label ? QCoreApplication::translate("edits", label->c_str()) : QString();
}

}  // namespace

/// The next undo and redo steps.
struct ClipStore::History {
  std::optional<std::string> undo;
  std::optional<std::string> redo;
};

/// Gives a job its own connection to the project that the window holds; opening the folder again would find
/// it locked.
struct ClipStore::JobAccess {
  std::mutex mutex;
  SharedProject project;

  project::Project open(const std::filesystem::path& folder) {
    const std::lock_guard lock(mutex);
    if (project && project->folder() == folder) return project->open_beside();
    return project::Project::open(folder);
  }
};

/// Edits that failed because the project's folder is gone, in order.
struct ClipStore::WaitingEdits {
  std::mutex mutex;
  std::vector<Edit> edits;

  void add(const Edit& edit) {
    const std::lock_guard lock(mutex);
    edits.push_back(edit);
  }
  size_t count() {
    const std::lock_guard lock(mutex);
    return edits.size();
  }
  std::vector<Edit> take() {
    const std::lock_guard lock(mutex);
    return std::exchange(edits, {});
  }
};

ClipStore::ClipStore(EngineBridge& bridge, ProjectSession& session, JobListModel& jobs, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_jobs(jobs),
      m_jobAccess(std::make_shared<JobAccess>()),
      m_waiting(std::make_shared<WaitingEdits>()) {
  const auto open = [access = m_jobAccess](const std::filesystem::path& folder) {
    return access->open(folder);
  };
  for (engine_api::JobKind& kind : workflow::dataset_job_kinds(open)) bridge.addKind(std::move(kind));
  // A failed edit changed nothing, but the view may show it already. Runs before failed(), so that typed text
  // is marked as unsaved before the clip is read again.
  connect(&m_writer, &Worker::failed, this, [this] {
    m_session.look();
    Q_EMIT editFailed();
    Q_EMIT changed();
  });
  for (Worker* const worker : {&m_reader, &m_counter, &m_writer}) {
    connect(worker, &Worker::failed, this, &ClipStore::failed);
  }
  connect(&m_session, &ProjectSession::gone, this, [this] {
    m_readOnly = true;
    takeHistory({});
    Q_EMIT changed();
  });
  connect(&m_session, &ProjectSession::back, this, [this] {
    m_readOnly = m_session.project().read_only();
    readHistory();
    resumeEdits();
    Q_EMIT changed();
  });
  connect(&m_session, &ProjectSession::changed, this, &ClipStore::openProject);
  connect(&m_jobs, &JobListModel::summaryChanged, this, &ClipStore::watchJob);
  connect(&m_jobs, &JobListModel::jobEnded, this, &ClipStore::takeEnd);
  m_jobTimer.setInterval(clipRefreshMs);
  connect(&m_jobTimer, &QTimer::timeout, this, &ClipStore::changed);
  openProject();
}

ClipStore::~ClipStore() {
  Q_EMIT closing();
  while (!m_writer.isIdle()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void ClipStore::openProject() {
  if (m_folder) Q_EMIT closing();
  m_reader.clear();
  m_counter.clear();
  m_jobTimer.stop();
  m_folder.reset();
  m_reading.reset();
  m_counting.reset();
  m_writing.reset();
  const std::lock_guard lock(m_jobAccess->mutex);
  m_jobAccess->project.reset();
  SharedProject besides[4];
  for (SharedProject& each : besides) each = m_session.beside();
  if (std::ranges::all_of(besides, [](const SharedProject& each) { return each != nullptr; })) {
    m_folder = m_session.project().folder();
    m_readOnly = m_session.project().read_only();
    m_reading = std::move(besides[0]);
    m_counting = std::move(besides[1]);
    m_writing = std::move(besides[2]);
    m_jobAccess->project = std::move(besides[3]);
  }
  takeHistory({});
  readHistory();
  Q_EMIT opened();
  if (!isOpen()) return;
  if (m_session.isContinued())
    resumeEdits();
  else
    m_waiting->take();  // of another project
}

void ClipStore::resumeEdits() {
  for (Edit& each : m_waiting->take()) edit(std::move(each));
  Q_EMIT resumed();
}

bool ClipStore::keepsEdits() const {
  return canEdit() || (isOpen() && m_session.isGone() && !m_session.project().read_only());
}

size_t ClipStore::waitingEdits() const {
  return m_waiting->count();
}

std::shared_ptr<const project::Project> ClipStore::beside() const {
  return isOpen() ? m_session.beside() : nullptr;
}

void ClipStore::edit(Edit work) {
  if (!m_writing) return;
  m_writer.run(
      [project = m_writing, waiting = m_waiting, work = std::move(work)](const std::stop_token&) {
        try {
          work(*project);
        } catch (const Error&) {
          if (!project->is_in_place()) waiting->add(work);
          throw;
        }
        return History{project->undo_label(), project->redo_label()};
      },
      [this, project = m_writing, edit = m_edits](const History& history) {
        if (project != m_writing) return;
        takeHistory(history);
        Q_EMIT changed();
      });
}

void ClipStore::undo() {
  edit([](project::Project& project) { project.undo(); });
}

void ClipStore::redo() {
  edit([](project::Project& project) { project.redo(); });
}

void ClipStore::readHistory() {
  read(
      [](const project::Project& project, const std::stop_token&) {
        return History{project.undo_label(), project.redo_label()};
      },
      [this](const History& history) { takeHistory(history); });
}

void ClipStore::takeHistory(const History& history) {
  m_undoText = editText(history.undo);
  m_redoText = editText(history.redo);
  Q_EMIT historyChanged();
}

void ClipStore::watchJob() {
  const bool adds = isOpen() && std::ranges::any_of(m_jobs.activeJobs(), worksOnClips);
  if (adds == m_jobTimer.isActive()) return;
  adds ? m_jobTimer.start() : m_jobTimer.stop();
}

void ClipStore::takeEnd(const JobRow& job) {
  if (!isOpen() || !worksOnClips(job)) return;
  readHistory();
  Q_EMIT changed();
  Q_EMIT jobEnded(job);
  if (job.kind == "dataset_import" || job.kind == "dataset_measure") findDuplicates();
}

void ClipStore::findDuplicates() {
  if (!canEdit()) return;
  m_counter.run(
      [project = m_counting](const std::stop_token&) {
        return count_clips(*project) <= mostCompared && !find_similar(*project).empty();
      },
      [this](bool found) {
        if (found) Q_EMIT changed();
      });
}

}  // namespace fw::ui
