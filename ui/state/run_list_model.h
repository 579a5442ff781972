// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QTimer>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "engine_api/events.h"
#include "project/runs.h"
#include "run/phase_times.h"
#include "run/run_notes.h"
#include "ui/state/worker.h"

namespace fw::ui {

class EngineBridge;
class ProjectSession;

/// A run of the open project, read from its folder.
struct RunRow {
  project::RunInfo info;
  QString folder;  ///< absolute
  run::RunStatus status;
  run::RunNotes notes;
  run::PhaseTimes phases{};
  /// This window's job that trains it or did so last; 0: none.
  engine_api::JobId job = 0;
  /// How its last job ended, if known: cancelled, failed, paused and so on.
  std::optional<engine_api::JobState> ended = {};

  bool hasStarted() const { return info.last_step > 0 || status.step > 0; }
  qint64 step() const { return std::max<qint64>(info.last_step, status.step); }
  /// Whether it reached its last step. A stopped run has a result, too.
  bool isFinished() const {
    return status.has_result && status.total_steps > 0 && step() >= status.total_steps;
  }
  /// Whether it can be resumed: it ended before its last step.
  bool canGoOn() const { return hasStarted() && !status.running && !isFinished(); }
};

/// State in one or two words, the same wherever the run is shown: "Cancelled".
QString runStateText(const RunRow& run);

/// The runs of the open project, newest first. A worker imports their output into the project's database
/// about once a second, also for runs trained by another process. GUI thread only.
class RunListModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { NameColumn, KindColumn, StateColumn, StepColumn, DateColumn, NoteColumn, ColumnCount };

  RunListModel(EngineBridge& bridge, ProjectSession& session, QObject* parent = nullptr);

  /// Changes the notes of a run; runsChanged() or failed() follows.
  void setNotes(const QString& folder, const run::RunNotes& notes);
  /// Counts the bytes of the runs' folders on a worker; `take` gets the result.
  void measure(const QStringList& folders, std::function<void(uint64_t)> take);
  /// Moves a run's folder to the trash; runsChanged() or failed() follows.
  void moveToTrash(const QString& folder);
  /// The run's name; the folder's if several runs have the same name.
  QString nameOf(const RunRow& run) const;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  const std::vector<RunRow>& runs() const { return m_rows; }
  /// Why runs cannot be changed here: another window has the project open, or it is not writable.
  const std::optional<Fault>& readOnlyReason() const;
  /// Null if the project has no such run; valid until the next signal.
  const RunRow* run(const QString& folder) const;
  /// Looks for new runs and output now instead of within a second.
  void refresh();

 Q_SIGNALS:
  /// Runs were added or removed, or a run's state changed.
  void runsChanged();
  /// New metrics or clips of a run are in the project's database; those before `fromStep` are unchanged.
  void runGrew(const QString& folder, qint64 fromStep);
  /// A run cannot be read and is left out. Emitted once while the project is open.
  void failed(const fw::Fault& fault);

 private:
  struct Look;
  void openProject();
  void noteJobs(std::span<const engine_api::Event> events);
  void take(Look& look);

  EngineBridge& m_bridge;
  ProjectSession& m_session;
  std::vector<RunRow> m_rows;
  std::map<QString, engine_api::JobId> m_jobs;  // by run folder, the newest
  std::set<QString> m_told;                     // run folders whose fault was reported
  std::shared_ptr<project::Project> m_beside;   // used only on the worker
  QTimer m_timer;
  Worker m_changer;  // the workers last: destroyed first
  Worker m_worker;
};

}  // namespace fw::ui
