// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/run_list_model.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QLocale>
#include <algorithm>

#include "engine_api/requests.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/state/project_session.h"
#include "ui/theme/icons.h"

namespace fw::ui {

namespace {

constexpr int refreshMs = 1000;

constexpr ErrorCode no_trash{"runs.no_trash", FW_TEXT("errors", "{folder} could not be moved to the trash."),
                             FW_TEXT("errors", "Delete it in the file manager.")};

std::optional<engine_api::JobState> endOf(const run::RunPaths& paths) {
  const std::optional<run::RunEvent> last = run::last_run_event(paths);
  if (!last || last->event != "ended") return {};
  const std::string name = last->value("state", std::string());
  for (const auto& state : choices_of(engine_api::JobState{}))
    if (state.name == name) return state.value;
  return {};
}

QString absoluteText(const std::filesystem::path& path) {
  return QDir::cleanPath(toText(path));
}

}  // namespace

QString runStateText(const RunRow& run) {
  using engine_api::JobState;
  if (run.status.running) return RunListModel::tr("Running");
  if (run.isFinished()) return RunListModel::tr("Finished");
  const JobState ended = run.ended.value_or(JobState::running);
  if (ended == JobState::cancelled || ended == JobState::failed || ended == JobState::paused)
    return stateText(ended);
  if (run.status.has_result) return RunListModel::tr("Stopped");
  return run.hasStarted() ? RunListModel::tr("Interrupted") : RunListModel::tr("Not started");
}

/// Result of scanning the run folders.
struct RunListModel::Look {
  std::vector<RunRow> rows;
  std::vector<std::pair<QString, qint64>> grown;  // and from which step
  std::vector<std::pair<QString, Fault>> faults;
};

RunListModel::RunListModel(EngineBridge& bridge, ProjectSession& session, QObject* parent)
    : QAbstractTableModel(parent), m_bridge(bridge), m_session(session) {
  connect(&m_session, &ProjectSession::changed, this, &RunListModel::openProject);
  connect(&m_bridge, &EngineBridge::eventsArrived, this, &RunListModel::noteJobs);
  connect(&m_worker, &Worker::failed, this, &RunListModel::failed);
  connect(&m_changer, &Worker::failed, this, &RunListModel::failed);
  connect(&m_timer, &QTimer::timeout, this, &RunListModel::refresh);
  m_timer.setInterval(refreshMs);
  openProject();
}

void RunListModel::openProject() {
  m_worker.clear();
  m_timer.stop();
  m_beside.reset();
  m_told.clear();
  beginResetModel();
  m_rows.clear();
  endResetModel();
  Q_EMIT runsChanged();
  m_beside = m_session.beside();
  if (!m_beside) return;
  refresh();
  m_timer.start();
}

void RunListModel::noteJobs(std::span<const engine_api::Event> events) {
  for (const engine_api::Event& event : events) {
    if (const auto* const queued = std::get_if<engine_api::Queued>(&event.body)) {
      const std::filesystem::path run = engine_api::trained_run(queued->spec);
      if (!run.empty()) m_jobs[absoluteText(run)] = event.job;
    } else if (const auto* const file = std::get_if<engine_api::FileMade>(&event.body);
               file != nullptr && file->what == engine_api::FileMade::What::run) {
      // A sweep trains one run after the other.
      std::erase_if(m_jobs, [&](const auto& known) { return known.second == event.job; });
      m_jobs[absoluteText(file->path)] = event.job;
    }
  }
}

void RunListModel::refresh() {
  if (!m_beside || !m_worker.isIdle()) return;
  m_worker.run(
      [project = m_beside](const std::stop_token& stop) {
        Look look;
        for (const run::RunPaths& paths : project::run_folders(*project)) {
          if (stop.stop_requested()) throw Cancelled();
          if (project->read_only()) break;
          // An unreadable run does not hide the others.
          try {
            const project::RunImport import = project::import_run_events(*project, paths);
            if (import.changed_from)
              look.grown.emplace_back(absoluteText(paths.folder), *import.changed_from);
          } catch (const Error& error) {
            look.faults.emplace_back(absoluteText(paths.folder), error.fault());
          }
        }
        for (project::RunInfo& info : project::list_runs(*project)) {
          RunRow row;
          const run::RunPaths paths{project->absolute_path(info.folder)};
          row.folder = absoluteText(paths.folder);
          // A folder that was deleted, or whose disk is missing, is not a usable run.
          std::error_code error;
          if (!std::filesystem::exists(paths.run_file(), error)) continue;
          try {
            row.status = run::run_status(paths);
            row.notes = run::read_run_notes(paths);
            row.phases = run::read_phase_times(paths);
            row.ended = endOf(paths);
          } catch (const Error& unreadable) {
            look.faults.emplace_back(row.folder, unreadable.fault());
            continue;
          }
          row.info = std::move(info);
          look.rows.push_back(std::move(row));
        }
        return look;
      },
      [this](Look look) { take(look); });
}

void RunListModel::take(Look& look) {
  const std::vector<jobs::JobInfo> jobs = m_bridge.jobs();
  for (RunRow& row : look.rows) {
    const auto job = m_jobs.find(row.folder);
    if (job == m_jobs.end()) continue;
    row.job = job->second;
    // A run cancelled before it began has no events.
    const auto known = std::ranges::find(jobs, row.job, &jobs::JobInfo::id);
    if (known != jobs.end() && engine_api::is_ended(known->state)) row.ended = known->state;
  }
  const auto same = [](const RunRow& a, const RunRow& b) {
    return a.folder == b.folder && a.job == b.job && a.info.last_step == b.info.last_step &&
           a.notes == b.notes && a.phases == b.phases && a.ended == b.ended &&
           a.status.running == b.status.running && a.status.step == b.status.step &&
           a.status.total_steps == b.status.total_steps && a.status.has_result == b.status.has_result;
  };
  const bool sameRuns = std::ranges::equal(m_rows, look.rows, {}, &RunRow::folder, &RunRow::folder);
  const bool sameStates = sameRuns && std::ranges::equal(m_rows, look.rows, same);
  if (!sameRuns) beginResetModel();
  m_rows = std::move(look.rows);
  if (!sameRuns) endResetModel();
  if (!sameStates) {
    if (sameRuns && !m_rows.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    Q_EMIT runsChanged();
  }
  for (const auto& [folder, step] : look.grown) Q_EMIT runGrew(folder, step);
  for (const auto& [folder, fault] : look.faults) {
    if (m_told.insert(folder).second) Q_EMIT failed(fault);
  }
}

const std::optional<Fault>& RunListModel::readOnlyReason() const {
  return m_session.read_only_reason();
}

const RunRow* RunListModel::run(const QString& folder) const {
  const auto found = std::ranges::find(m_rows, QDir::cleanPath(folder), &RunRow::folder);
  return found == m_rows.end() ? nullptr : &*found;
}

int RunListModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RunListModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant RunListModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const RunRow& row = m_rows[static_cast<size_t>(index.row())];
  if (role == Qt::ToolTipRole)
    return row.notes.note.empty() ? row.folder : QString::fromStdString(row.notes.note);
  if (role == Qt::DecorationRole && index.column() == NameColumn && row.notes.starred)
    return icon("star", Tint::accent);
  if (role != Qt::DisplayRole) return {};
  const QLocale locale;
  switch (index.column()) {
    case NameColumn:
      return nameOf(row);
    case KindColumn:
      return row.info.training == "sft" ? tr("Full fine-tune") : tr("LoRA");
    case StateColumn:
      return runStateText(row);
    case StepColumn: {
      const qint64 step = row.step();
      return row.status.total_steps > 0
                 ? tr("%1 of %2").arg(locale.toString(step), locale.toString(qint64{row.status.total_steps}))
                 : locale.toString(step);
    }
    case DateColumn:
      return locale.toString(QDateTime::fromMSecsSinceEpoch(row.info.created_ms), QLocale::ShortFormat);
    case NoteColumn:
      return QString::fromStdString(row.notes.note).replace(QLatin1Char('\n'), QLatin1Char(' '));
    default:
      return {};
  }
}

void RunListModel::setNotes(const QString& folder, const run::RunNotes& notes) {
  m_changer.run(
      [paths = run::RunPaths{toPath(folder)}, notes](const std::stop_token&) {
        run::write_run_notes(paths, notes);
        return true;
      },
      [this](bool) { refresh(); });
}

void RunListModel::measure(const QStringList& folders, std::function<void(uint64_t)> take) {
  m_changer.run(
      [folders](const std::stop_token& stop) {
        uint64_t bytes = 0;
        std::error_code error;
        for (const QString& folder : folders) {
          for (const auto& entry : std::filesystem::recursive_directory_iterator(toPath(folder), error)) {
            if (stop.stop_requested()) throw Cancelled();
            if (entry.is_regular_file(error) && !entry.is_symlink(error)) bytes += entry.file_size(error);
          }
        }
        return bytes;
      },
      std::move(take));
}

void RunListModel::moveToTrash(const QString& folder) {
  m_changer.run(
      [folder](const std::stop_token&) {
        const FileLock lock = run::lock_run({toPath(folder)});  // no process trains in it
        if (!QFile::moveToTrash(folder)) throw Error(no_trash, {{"folder", folder.toStdString()}});
        return true;
      },
      [this](bool) { refresh(); });
}

QString RunListModel::nameOf(const RunRow& run) const {
  if (!run.notes.name.empty()) return QString::fromStdString(run.notes.name);
  if (run.info.name.empty()) return QDir(run.folder).dirName();
  const QString name = QString::fromStdString(run.info.name);
  const auto isSame = [&](const RunRow& other) { return other.info.name == run.info.name; };
  // The folder's name contains the start time and is unique.
  return std::ranges::count_if(m_rows, isSame) < 2 ? name : QDir(run.folder).dirName();
}

QVariant RunListModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case NameColumn:
      return tr("Run");
    case KindColumn:
      return tr("Kind");
    case StateColumn:
      return tr("State");
    case StepColumn:
      return tr("Step");
    case DateColumn:
      return tr("Started");
    case NoteColumn:
      return tr("Note");
    default:
      return {};
  }
}

}  // namespace fw::ui
