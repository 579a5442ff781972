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
#include "ui/state/job_title.h"
#include "ui/state/run_phases.h"

namespace fw::ui {

class EngineBridge;

/// What the window knows of a job, all of it from events.
struct JobRow {
  engine_api::JobId id = 0;
  std::string kind;
  std::filesystem::path run;  ///< that it trains; empty: none
  JobTitle name;
  QString runName;  ///< that a person gave the run; empty: none
  engine_api::JobState state = engine_api::JobState::queued;
  std::optional<Progress> progress;
  /// The last that a run's job said of its training: stays while it validates or saves.
  std::optional<Progress> training;
  /// That its work has several phases, as far as is known by now: what is said of one is not said of the job.
  bool hasPhases = false;
  std::optional<Fault> fault;
  nlohmann::json result;
  int64_t startedMs = 0;  ///< since the Unix epoch; 0 before
  int64_t endedMs = 0;
  double expectedSeconds = 0;  ///< as its maker planned; 0: not known
  RunPhases phases{};          ///< of one that trains

  QString title() const { return runName.isEmpty() ? name.text() : runName; }
  bool isActive() const {
    return state == engine_api::JobState::running || state == engine_api::JobState::stopping;
  }
  /// Of its present phase, 0 to 1; -1 when that is not known, or all but its end is done.
  double fraction() const {
    if (!progress || progress->total <= 0 || progress->done >= progress->total) return -1;
    return static_cast<double>(progress->done) / static_cast<double>(progress->total);
  }
  /// A phase that is done tells nothing of the next one.
  bool hasTimeLeft() const { return isActive() && fraction() >= 0 && progress->seconds_left; }
  /// Of the whole job, 0 to 1, which never falls while it runs; -1 when that is not known, as of a run that
  /// does not train yet, or of phases whose share in the job nobody knows.
  double wholeFraction() const {
    if (run.empty()) return hasPhases ? -1 : fraction();
    return training
               ? std::min(1.0, static_cast<double>(training->done) / static_cast<double>(training->total))
               : -1;
  }
  /// Of the whole job, while it runs: of a run as its training says, or as was planned before.
  std::optional<double> secondsLeft() const {
    if (!isActive()) return {};
    if (run.empty()) return hasTimeLeft() && !hasPhases ? progress->seconds_left : std::nullopt;
    if (progress && isWaitPhase(progress->phase)) return {};
    if (training && training->seconds_left) return training->seconds_left;
    if (expectedSeconds <= 0) return {};
    return expectedSeconds * (1 - std::max(0.0, wholeFraction()));
  }
  /// In words: of the whole job, else of its phase; empty when neither is known.
  QString timeLeftText() const;
  bool isWaiting() const {
    return state == engine_api::JobState::queued || state == engine_api::JobState::held;
  }
};

/// The job queue as a table: the running job, then the waiting ones in the order in which they will run, then
/// the ended ones, newest first. Waiting rows can be dragged. GUI thread only.
class JobListModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { JobColumn, StateColumn, ProgressColumn, TimeColumn, ColumnCount };
  enum Role {
    IdRole = Qt::UserRole + 1,
    FractionRole,  ///< 0 to 1; -1 when the job is active and its length unknown; invalid without a progress
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

  /// Null when there is no such job or row; valid until the next event.
  const JobRow* job(engine_api::JobId id) const;
  const JobRow* job(const QModelIndex& index) const;
  /// The running or stopping job, or null.
  const JobRow* activeJob() const;
  int waitingCount() const { return waitingEnd() - activeEnd(); }
  /// Without the paused ones: they are work to go on with.
  int endedCount() const { return static_cast<int>(endedJobs().size()); }
  /// Place among the waiting jobs from 0, -1 for others.
  int waitingPosition(engine_api::JobId id) const;
  /// To a place among the waiting jobs.
  void move(engine_api::JobId id, int to);
  /// Whether a job waits for another one.
  bool hasQueue() const { return waitingEnd() > 1 && waitingCount() > 0; }
  /// Those that endedCount() counts.
  void removeEnded();
  /// What persons have named runs, by folder: their jobs are called so.
  void setRunNames(std::map<std::filesystem::path, QString> names);

  /// Of the running and the waiting jobs together; those on hold do not count.
  struct TimeLeft {
    double seconds = 0;
    int unknown = 0;  ///< jobs of which it is not known
  };
  TimeLeft timeLeft() const;

 Q_SIGNALS:
  /// A job began to run, for the first time or again.
  void jobStarted(const fw::ui::JobRow& job);
  /// A job left the queue: its state says how.
  void jobEnded(const fw::ui::JobRow& job);
  /// The running job, its progress, or the number of jobs changed. At most once a batch of events.
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
  std::vector<JobRow> m_rows;  // active, waiting, ended
  std::map<std::filesystem::path, QString> m_runNames;
  std::set<engine_api::JobId> m_forgotten;  // removed here; their last events may still be on the way
};

}  // namespace fw::ui
