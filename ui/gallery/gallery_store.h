// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

#include "ui/gallery/checkpoint_grid.h"
#include "ui/state/worker.h"

namespace fw::ui {

class EngineBridge;
class ProjectSession;
class RunListModel;

/// The clips of the displayed run or checkpoint grid, read on a worker and again when there are more; and the
/// project's grids. GUI thread only.
class GalleryStore : public QObject {
  Q_OBJECT
 public:
  explicit GalleryStore(EngineBridge& bridge, ProjectSession& session, RunListModel& runs,
                        QObject* parent = nullptr);

  /// @param folder  as RunRow::folder, or of a grid; empty: none
  void setRun(const QString& folder);
  const QString& folder() const { return m_folder; }
  /// Null while loading; valid until changed().
  const GalleryRun* run() const { return m_run.get(); }
  /// Grids of the open project, newest first.
  const std::vector<ListedGrid>& grids() const { return m_grids; }
  /// Reads the displayed run again.
  void read();
  bool isGrid(const QString& folder) const;
  void lookForGrids();
  /// Creates its folder; gridMade() or failed() follows.
  void makeGrid(const CheckpointGrid& grid);
  /// Stays valid after the store has moved on to another run.
  std::shared_ptr<const GalleryRun> shared() const { return m_run; }

 Q_SIGNALS:
  /// Another run, or the run has more or fewer clips.
  void changed();
  void gridsChanged();
  void gridMade(const fw::ui::CheckpointGrid& grid, const QString& folder);
  void failed(const fw::Fault& fault);

 private:
  ProjectSession& m_session;
  RunListModel& m_runs;
  QString m_folder;
  std::vector<ListedGrid> m_grids;
  std::shared_ptr<const GalleryRun> m_run;
  std::shared_ptr<project::Project> m_beside;  // used only on the worker
  Worker m_lister;
  Worker m_worker;  // last: destroyed first
};

}  // namespace fw::ui
