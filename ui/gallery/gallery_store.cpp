// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/gallery_store.h"

#include <algorithm>

#include "ui/state/engine_bridge.h"
#include "ui/state/project_session.h"
#include "ui/state/run_list_model.h"

namespace fw::ui {

GalleryStore::GalleryStore(EngineBridge& bridge, ProjectSession& session, RunListModel& runs, QObject* parent)
    : QObject(parent), m_session(session), m_runs(runs) {
  connect(&m_session, &ProjectSession::changed, this, [this] {
    m_worker.clear();
    m_beside.reset();
    m_lister.clear();
    m_grids.clear();
    setRun({});
    lookForGrids();
  });
  connect(&m_runs, &RunListModel::runGrew, this, [this](const QString& folder) {
    if (folder == m_folder) read();
  });
  // The list of runs refreshes itself every second.
  connect(&bridge, &EngineBridge::eventsArrived, this, [this](std::span<const engine_api::Event> events) {
    const bool hasClip = std::ranges::any_of(events, [](const engine_api::Event& event) {
      return std::holds_alternative<engine_api::SampleMade>(event.body);
    });
    if (hasClip) m_runs.refresh();
  });
  for (const Worker* const worker : {&m_worker, &m_lister})
    connect(worker, &Worker::failed, this, &GalleryStore::failed);
  lookForGrids();
}

void GalleryStore::setRun(const QString& folder) {
  if (folder == m_folder) return;
  m_folder = folder;
  m_run.reset();
  m_worker.clear();
  read();
  Q_EMIT changed();
}

bool GalleryStore::isGrid(const QString& folder) const {
  return std::ranges::find(m_grids, folder, &ListedGrid::folder) != m_grids.end();
}

void GalleryStore::lookForGrids() {
  if (!m_session.isOpen()) return;
  m_lister.run(
      [project = m_session.folder()](const std::stop_token&) { return listCheckpointGrids(project); },
      [this](std::vector<ListedGrid> grids) {
        m_grids = std::move(grids);
        Q_EMIT gridsChanged();
      });
}

void GalleryStore::makeGrid(const CheckpointGrid& grid) {
  m_lister.run([grid, project = m_session.folder()](
                   const std::stop_token&) { return makeCheckpointGrid(grid, project); },
               [this, grid](const QString& folder) { Q_EMIT gridMade(grid, folder); });
  lookForGrids();
}

void GalleryStore::read() {
  const auto take = [this](GalleryRun run) {
    // Most of a run's output is not clips.
    if (m_run && m_run->clips == run.clips && m_run->weights == run.weights) return;
    m_run = std::make_shared<const GalleryRun>(std::move(run));
    Q_EMIT changed();
  };
  if (isGrid(m_folder))
    return m_worker.run([folder = m_folder](const std::stop_token&) { return readCheckpointGrid(folder); },
                        take);
  const RunRow* const row = m_runs.run(m_folder);
  if (row == nullptr) return;
  if (!m_beside) m_beside = m_session.beside();
  if (!m_beside) return;
  m_worker.run([project = m_beside, info = row->info, folder = m_folder](
                   const std::stop_token& stop) { return readGalleryRun(*project, info, folder, stop); },
               take);
}

}  // namespace fw::ui
