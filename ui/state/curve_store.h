// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <map>
#include <memory>
#include <string>

#include "project/runs.h"
#include "ui/state/curve.h"
#include "ui/state/worker.h"

namespace fw::ui {

class ProjectSession;
class RunListModel;

/// A validation clip of a run.
struct RunClip {
  double step = 0;
  QString name;     ///< of its file: the same for one prompt and seed at every step
  QString path;     ///< absolute
  QString content;  ///< ThumbnailCache::keyOf; empty if the file is missing
  QString prompt;
  qint64 seed = 0;
  bool operator==(const RunClip&) const = default;
};

/// All metrics of a run.
struct RunCurves {
  std::map<std::string, Curve> metrics;
  std::vector<double> checkpoints;  ///< steps of the existing ones
  std::vector<RunClip> clips;       ///< by step

  const Curve* metric(const std::string& name) const;
};

/// The metrics of the displayed runs, read from the project's database on a worker and updated as they grow.
/// When a resumed run returns to a checkpoint, later values are dropped here too. GUI thread only.
class CurveStore : public QObject {
  Q_OBJECT
 public:
  CurveStore(ProjectSession& session, RunListModel& runs, QObject* parent = nullptr);

  /// @param folders  as RunRow::folder
  void setRuns(const QStringList& folders);
  /// Null while loading; valid until the next signal.
  const RunCurves* curves(const QString& folder) const;

 Q_SIGNALS:
  void changed(const QString& folder);
  void failed(const fw::Fault& fault);

 private:
  struct Tail;
  void openProject();
  void read(const QString& folder, qint64 fromStep);
  void take(const QString& folder, Tail& tail);

  ProjectSession& m_session;
  RunListModel& m_runs;
  QStringList m_folders;
  std::map<QString, RunCurves> m_curves;
  std::shared_ptr<project::Project> m_beside;  // used on the worker only
  Worker m_worker;                             // last: destroyed first
};

}  // namespace fw::ui
