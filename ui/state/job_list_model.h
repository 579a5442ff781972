// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "engine_api/events.h"
#include "engine_api/job.h"
#include "ui/state/job_title.h"
#include "ui/state/run_phases.h"

namespace fw::ui {

class EngineBridge;

/// The window's view of a job, all of it from events.
struct JobRow {
  engine_api::JobId id = 0;
  std::string kind;
  engine_api::Lane lane = engine_api::Lane::device;
  std::filesystem::path run;  ///< the run it trains; empty: none
  bool trains = false;        ///< a run, or the runs of a sweep
  JobTitle name;
  QString runName;  ///< the user's name for the run; empty: none
  engine_api::JobState state = engine_api::JobState::queued;
  std::optional<Progress> progress;
  /// The latest training progress of a run's job; kept while it validates or saves.
  std::optional<Progress> training;
  /// Whether the job has several phases, as far as known; a phase's progress is then not the job's.
  bool hasPhases = false;
  std::optional<Fault> fault;
  nlohmann::json result;
  int64_t startedMs = 0;  ///< since the Unix epoch; 0: not started
  int64_t endedMs = 0;
  double expectedSeconds = 0;  ///< as planned; 0: unknown
  RunPhases phases{};          ///< of a training job

  QString title() const { return runName.isEmpty() ? name.text() : runName; }
  bool isActive() const {
    return state == engine_api::JobState::running || state == engine_api::JobState::stopping;
  }
  /// Progress of the current phase, 0 to 1; -1 if unknown, or if everything but its end is done.
  double fraction() const {
    if (!progress || progress->total <= 0 || progress->done >= progress->total) return -1;
    return static_cast<double>(progress->done) / static_cast<double>(progress->total);
  }
  /// A finished phase says nothing about the next one.
  bool hasTimeLeft() const { return isActive() && fraction() >= 0 && progress->seconds_left; }
  /// Progress of the whole job, 0 to 1, never falling while it runs; -1 if unknown, as for a run before
  /// training, or for phases whose share of the job is unknown.
  double wholeFraction() const {
    if (!trains) return hasPhases ? -1 : fraction();
    return training
               ? std::min(1.0, static_cast<double>(training->done) / static_cast<double>(training->total))
               : -1;
  }
  /// Time left of the whole running job: from training progress, or from the plan before that.
  std::optional<double> secondsLeft() const {
    if (!isActive()) return {};
    if (!trains) return hasTimeLeft() && !hasPhases ? progress->seconds_left : std::nullopt;
    if (progress && isWaitPhase(progress->phase)) return {};
    if (training && training->seconds_left) return training->seconds_left;
    if (expectedSeconds <= 0) return {};
    return expectedSeconds * (1 - std::max(0.0, wholeFraction()));
  }
  /// The time left of the whole job, otherwise of its phase; empty if both are unknown.
  QString timeLeftText() const;
  bool isWaiting() const {
    return state == engine_api::JobState::queued || state == engine_api::JobState::held;
  }
};

/// The job queue as a table: the running jobs, then the waiting ones in execution order, then the ended ones,
/// newest first. Waiting rows can be dragged. GUI thread only.
class JobListModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { JobColumn, StateColumn, ProgressColumn, TimeColumn, ColumnCount };
  enum Role {
    IdRole = Qt::UserRole + 1,
    FractionRole,  ///< 0 to 1; -1: active with unknown length; invalid: no progress
  };

  explicit JobListModel(EngineBridge& bridge, QObject* parent = nullptr);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                    const QModelIndex& parent) override;

  /// Null if there is none; valid until the next event.
  const JobRow* job(engine_api::JobId id) const;
  const JobRow* job(const QModelIndex& index) const;
  /// The running or stopping job, or null: of several, the one that computes.
  const JobRow* activeJob() const;
  /// The same on the device only.
  const JobRow* computingJob() const;
  std::span<const JobRow> activeJobs() const {
    return std::span(m_rows).first(static_cast<size_t>(activeEnd()));
  }
  int waitingCount() const { return waitingEnd() - activeEnd(); }
  /// Excludes paused jobs, which can be resumed.
  int endedCount() const { return static_cast<int>(endedJobs().size()); }
  /// Index among the waiting jobs, from 0; -1 for others.
  int waitingPosition(engine_api::JobId id) const;
  /// @param to  index among the waiting jobs
  void move(engine_api::JobId id, int to);
  /// Whether a job waits although others run.
  bool hasQueue() const { return waitingEnd() > 1 && waitingCount() > 0; }
  /// Removes the jobs counted by endedCount().
  void removeEnded();
  /// The users' names for runs, by folder; their jobs' titles use them.
  void setRunNames(std::map<std::filesystem::path, QString> names);

  /// Time left until all running and waiting jobs have ended; held jobs do not count.
  struct TimeLeft {
    double seconds = 0;
    int unknown = 0;  ///< number of jobs whose time is unknown
  };
  TimeLeft timeLeft() const;

 Q_SIGNALS:
  /// A job started or resumed.
  void jobStarted(const fw::ui::JobRow& job);
  /// A job left the queue; see its state.
  void jobEnded(const fw::ui::JobRow& job);
  /// The running jobs, their progress, or the number of jobs changed. Emitted at most once per batch of
  /// events.
  void summaryChanged();

 private:
  void applyEvents(std::span<const engine_api::Event> events);
  void apply(const engine_api::Event& event, int row);
  void addRow(const engine_api::Event& event, const engine_api::Queued& queued);
  void changeState(const engine_api::Event& event, const engine_api::Changed& changed, int row);
  void forget(engine_api::JobId id);
  void nameRun(JobRow& job) const;
  int rowOf(engine_api::JobId id) const;
  int activeEnd() const;
  int waitingEnd() const;
  std::vector<engine_api::JobId> endedJobs() const;
  QString timeText(const JobRow& job) const;
  QString progressColumnText(const JobRow& job) const;

  EngineBridge& m_bridge;
  std::vector<JobRow> m_rows;  // active (of the device first), waiting, ended
  std::map<std::filesystem::path, QString> m_runNames;
  std::set<engine_api::JobId> m_forgotten;  // removed here; late events may still arrive
};

}  // namespace fw::ui
