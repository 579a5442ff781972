// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include "engine_api/requests.h"
#include "run/sweep.h"
#include "ui/state/worker.h"

namespace fw::ui {

class EngineBridge;
class JobListModel;
class ProjectSession;
class RunCheck;
class RunDraft;

/// Freezes the draft as a run and queues its job, which first encodes what the cache lacks. Later edits are
/// for the next run. GUI thread only.
class RunLauncher : public QObject {
  Q_OBJECT
 public:
  enum class Place { next = 1, last };  ///< before or after the waiting jobs

  RunLauncher(EngineBridge& bridge, JobListModel& jobs, ProjectSession& session, QObject* parent = nullptr);

  bool isBusy() const { return m_isBusy; }
  /// @pre `check` finds no fault. @param processes  that train together
  /// @param seconds  forecast of the training time; 0: unknown
  void launch(const RunDraft& draft, const RunCheck& check, Place place, int64_t processes, double seconds);
  /// Likewise for all runs of a sweep, as one job after the waiting ones.
  /// @param seconds  forecast of the whole sweep; 0: unknown
  void launchSweep(const RunDraft& draft, const RunCheck& check, std::vector<run::SweepAxis> axes,
                   int64_t halving, int64_t processes, double seconds);
  /// Resumes a run from its newest checkpoint. @param steps  to add if it is finished
  void resume(const QString& runFolder, int64_t steps = 0);

 Q_SIGNALS:
  void busyChanged();
  /// The run, or the first run of a sweep, is in the queue.
  void launched(const QString& runFolder);
  void failed(const fw::Fault& fault);

 private:
  void submit(const engine_api::TrainRequest& request, Place place, double seconds);
  void setBusy(bool busy);

  EngineBridge& m_bridge;
  JobListModel& m_jobs;
  ProjectSession& m_session;
  bool m_isBusy = false;
  Worker m_worker;  // last: destroyed first
};

}  // namespace fw::ui
