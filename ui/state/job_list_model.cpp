// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/job_list_model.h"

#include <QMimeData>
#include <algorithm>

#include "engine_api/requests.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/theme/icons.h"
#include "workflow/sweep.h"

namespace fw::ui {

using engine_api::Event;
using engine_api::JobId;
using engine_api::JobState;
using engine_api::Verb;

namespace {

const QString jobMimeType = QStringLiteral("application/x-framewright-job");

/// Sort key of rows: active, waiting, ended.
int groupOf(const JobRow& job) {
  if (job.isActive()) return 0;
  return job.isWaiting() ? 1 : 2;
}

QIcon stateIcon(JobState state) {
  switch (state) {
    case JobState::queued:
      return icon("busy");
    case JobState::held:
      return icon("hold");
    case JobState::paused:
      return icon("pause");
    case JobState::running:
      return icon("run", Tint::accent);
    case JobState::stopping:
      return icon("stop");
    case JobState::stopped:
    case JobState::finished:
      return icon("ok", Tint::good);
    case JobState::failed:
      return icon("error", Tint::bad);
    case JobState::cancelled:
      return icon("cancel");
  }
  return {};
}

}  // namespace

QString JobRow::timeLeftText() const {
  if (const auto left = secondsLeft()) return JobListModel::tr("%1 left").arg(durationText(*left));
  if (!hasTimeLeft()) return {};
  return JobListModel::tr("%1 left in this phase").arg(durationText(*progress->seconds_left));
}

JobListModel::JobListModel(EngineBridge& bridge, QObject* parent)
    : QAbstractTableModel(parent), m_bridge(bridge) {
  connect(&bridge, &EngineBridge::eventsArrived, this, &JobListModel::applyEvents);
  connect(&bridge, &EngineBridge::jobRemoved, this, &JobListModel::forget);
}

int JobListModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int JobListModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant JobListModel::data(const QModelIndex& index, int role) const {
  const JobRow* const row = job(index);
  if (row == nullptr) return {};
  if (role == IdRole) return QVariant::fromValue<qint64>(row->id);
  if (role == FractionRole && index.column() == ProgressColumn) {
    const double fraction = row->wholeFraction();
    return fraction >= 0 || row->isActive() ? QVariant(fraction) : QVariant();
  }
  if (role == Qt::DecorationRole && index.column() == StateColumn) return stateIcon(row->state);
  if (role == Qt::ToolTipRole || role == Qt::AccessibleDescriptionRole) {
    if (row->fault)
      return QString(faultText(*row->fault) + QLatin1Char('\n') + faultHint(*row->fault)).trimmed();
    return index.column() == ProgressColumn ? progressColumnText(*row) : QVariant();
  }
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case JobColumn:
      return row->title();
    case StateColumn:
      return stateText(row->state);
    case ProgressColumn:
      return progressColumnText(*row);
    case TimeColumn:
      return timeText(*row);
    default:
      return {};
  }
}

QString JobListModel::progressColumnText(const JobRow& job) const {
  if (job.fault) return faultText(*job.fault);
  return job.progress && job.isActive() ? progressText(*job.progress) : QString();
}

QString JobListModel::timeText(const JobRow& job) const {
  if (const QString left = job.timeLeftText(); !left.isEmpty()) return left;
  if (job.isWaiting() && job.expectedSeconds > 0)
    return tr("about %1").arg(durationText(job.expectedSeconds));
  if (job.endedMs > 0 && job.startedMs > 0)
    return tr("took %1").arg(durationText(static_cast<double>(job.endedMs - job.startedMs) / 1000));
  return {};
}

QVariant JobListModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case JobColumn:
      return tr("Job");
    case StateColumn:
      return tr("State");
    case ProgressColumn:
      return tr("Progress");
    case TimeColumn:
      return tr("Time");
    default:
      return {};
  }
}

Qt::ItemFlags JobListModel::flags(const QModelIndex& index) const {
  const JobRow* const row = job(index);
  if (row == nullptr) return Qt::ItemIsDropEnabled;
  const Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  return row->isWaiting() ? flags | Qt::ItemIsDragEnabled : flags;
}

QStringList JobListModel::mimeTypes() const {
  return {jobMimeType};
}

QMimeData* JobListModel::mimeData(const QModelIndexList& indexes) const {
  auto* const data = new QMimeData;
  if (!indexes.isEmpty())
    data->setData(jobMimeType, QByteArray::number(indexes.first().data(IdRole).toLongLong()));
  return data;
}

bool JobListModel::dropMimeData(const QMimeData* data, Qt::DropAction, int row, int, const QModelIndex&) {
  const JobId id = data->data(jobMimeType).toLongLong();
  const int from = waitingPosition(id);
  if (from < 0) return false;
  const int dropped = row < 0 ? static_cast<int>(m_rows.size()) : row;
  int to = std::clamp(dropped - activeEnd(), 0, waitingCount());
  if (to > from) --to;  // the job itself leaves the rows above
  move(id, to);
  // The row moves when the queue reports it; the view must not remove the dragged one.
  return false;
}

const JobRow* JobListModel::job(JobId id) const {
  const int row = rowOf(id);
  return row < 0 ? nullptr : &m_rows[static_cast<size_t>(row)];
}

const JobRow* JobListModel::job(const QModelIndex& index) const {
  const bool known = index.isValid() && index.row() < static_cast<int>(m_rows.size());
  return known ? &m_rows[static_cast<size_t>(index.row())] : nullptr;
}

const JobRow* JobListModel::activeJob() const {
  return activeEnd() > 0 ? &m_rows.front() : nullptr;
}

const JobRow* JobListModel::computingJob() const {
  const JobRow* const job = activeJob();
  return job != nullptr && job->lane == engine_api::Lane::device ? job : nullptr;
}

int JobListModel::waitingPosition(JobId id) const {
  const int row = rowOf(id);
  return row >= activeEnd() && row < waitingEnd() ? row - activeEnd() : -1;
}

JobListModel::TimeLeft JobListModel::timeLeft() const {
  TimeLeft left;
  std::map<engine_api::Lane, double> lanes;
  for (const JobRow& job : m_rows) {
    if (job.state == JobState::held || (!job.isActive() && !job.isWaiting())) continue;
    const std::optional<double> known = job.secondsLeft();
    const double seconds = known ? *known : job.isActive() && job.trains ? 0 : job.expectedSeconds;
    lanes[job.lane] += seconds;
    if (!known && seconds <= 0) ++left.unknown;
  }
  for (const auto& [lane, seconds] : lanes) left.seconds = std::max(left.seconds, seconds);
  return left;
}

void JobListModel::move(JobId id, int to) {
  to = std::clamp(to, 0, std::max(0, waitingCount() - 1));
  if (const int from = waitingPosition(id); from >= 0 && to != from) m_bridge.send(Verb::reorder, id, to);
}

std::vector<JobId> JobListModel::endedJobs() const {
  std::vector<JobId> ended;
  for (const JobRow& job : m_rows)
    if (engine_api::is_ended(job.state) && job.state != JobState::paused) ended.push_back(job.id);
  return ended;
}

void JobListModel::removeEnded() {
  for (const JobId id : endedJobs()) m_bridge.send(Verb::remove, id);
}

void JobListModel::setRunNames(std::map<std::filesystem::path, QString> names) {
  if (names == m_runNames) return;
  m_runNames = std::move(names);
  for (JobRow& job : m_rows) nameRun(job);
  if (!m_rows.empty()) Q_EMIT dataChanged(index(0, JobColumn), index(rowCount() - 1, JobColumn));
  Q_EMIT summaryChanged();
}

void JobListModel::nameRun(JobRow& job) const {
  const auto found = job.run.empty() ? m_runNames.end() : m_runNames.find(job.run);
  job.runName = found == m_runNames.end() ? QString() : found->second;
}

int JobListModel::rowOf(JobId id) const {
  const auto found =
      std::find_if(m_rows.begin(), m_rows.end(), [id](const JobRow& row) { return row.id == id; });
  return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int JobListModel::activeEnd() const {
  const auto end =
      std::partition_point(m_rows.begin(), m_rows.end(), [](const JobRow& row) { return groupOf(row) < 1; });
  return static_cast<int>(end - m_rows.begin());
}

int JobListModel::waitingEnd() const {
  const auto end =
      std::partition_point(m_rows.begin(), m_rows.end(), [](const JobRow& row) { return groupOf(row) < 2; });
  return static_cast<int>(end - m_rows.begin());
}

void JobListModel::applyEvents(std::span<const Event> events) {
  for (const Event& event : events) {
    if (m_forgotten.contains(event.job)) continue;
    if (const auto* queued = std::get_if<engine_api::Queued>(&event.body)) {
      addRow(event, *queued);
    } else if (const int row = rowOf(event.job); row >= 0) {
      apply(event, row);
    }
  }
  Q_EMIT summaryChanged();
}

void JobListModel::addRow(const Event& event, const engine_api::Queued& queued) {
  const int row = waitingEnd();
  beginInsertRows({}, row, row);
  JobRow job;
  job.id = event.job;
  job.kind = queued.spec.kind;
  job.lane = m_bridge.lane(job.kind);
  job.run = engine_api::trained_run(queued.spec);
  job.trains = !job.run.empty() || job.kind == workflow::SweepRequest::kind;
  job.name = JobTitle(queued.spec);
  job.expectedSeconds = queued.spec.expected_seconds;
  nameRun(job);
  m_rows.insert(m_rows.begin() + row, std::move(job));
  endInsertRows();
}

void JobListModel::apply(const Event& event, int row) {
  JobRow& job = m_rows[static_cast<size_t>(row)];
  if (const auto* changed = std::get_if<engine_api::Changed>(&event.body)) {
    changeState(event, *changed, row);
    return;
  }
  if (const auto* progress = std::get_if<Progress>(&event.body)) {
    job.hasPhases = job.hasPhases || progress->phase == captionsPhase ||
                    (job.progress && job.progress->phase != progress->phase);
    job.progress = *progress;
    if (job.trains && job.isActive()) {
      job.phases.take(*progress, event.time_ms);
      if (progress->phase == trainingPhase && progress->total > 0) job.training = *progress;
    }
  } else if (const auto* finished = std::get_if<engine_api::Finished>(&event.body)) {
    job.result = finished->result;
    if (finished->state == JobState::finished) job.progress.reset();
  } else if (const auto* failed = std::get_if<engine_api::Failed>(&event.body)) {
    job.fault = failed->fault;
  } else {
    return;  // log lines, metrics and artifacts are not in this table
  }
  Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

void JobListModel::changeState(const Event& event, const engine_api::Changed& changed, int row) {
  const int oldGroup = groupOf(m_rows[static_cast<size_t>(row)]);
  JobRow after = m_rows[static_cast<size_t>(row)];
  const bool starts = !after.isActive() && changed.state == JobState::running;
  after.state = changed.state;
  if (starts) {
    after.startedMs = event.time_ms;
    after.endedMs = 0;
    after.progress.reset();
    after.training.reset();
    after.hasPhases = false;
    after.fault.reset();
  }
  const int group = groupOf(after);
  const bool ends = oldGroup < 2 && group == 2;
  if (ends) {
    after.endedMs = event.time_ms;
    after.phases.stop(event.time_ms);
  }
  // The target row, counted without the job itself.
  const int active = activeEnd() - (oldGroup == 0 ? 1 : 0);
  const int waiting = waitingEnd() - activeEnd() - (oldGroup == 1 ? 1 : 0);
  int target = row;
  // The lanes start in any order; the job that computes is first.
  if (group == 0 && oldGroup != 0) target = after.lane == engine_api::Lane::device ? 0 : active;
  if (group == 1) target = active + std::clamp(static_cast<int>(changed.position), 0, waiting);
  if (ends) target = active + waiting;
  if (target != row) {
    beginMoveRows({}, row, row, {}, target > row ? target + 1 : target);
    m_rows.erase(m_rows.begin() + row);
    m_rows.insert(m_rows.begin() + target, after);
    endMoveRows();
  } else {
    m_rows[static_cast<size_t>(row)] = after;
  }
  Q_EMIT dataChanged(index(target, 0), index(target, ColumnCount - 1));
  if (starts) Q_EMIT jobStarted(after);
  if (ends) Q_EMIT jobEnded(after);
}

void JobListModel::forget(JobId id) {
  m_forgotten.insert(id);
  const int row = rowOf(id);
  if (row < 0) return;
  beginRemoveRows({}, row, row);
  m_rows.erase(m_rows.begin() + row);
  endRemoveRows();
  Q_EMIT summaryChanged();
}

}  // namespace fw::ui
