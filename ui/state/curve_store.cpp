// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/curve_store.h"

#include <QDir>

#include "ui/state/file_path.h"
#include "ui/state/project_session.h"
#include "ui/state/run_list_model.h"
#include "ui/state/thumbnail_cache.h"

namespace fw::ui {

namespace {

RunClip clipOf(const project::Project& project, const project::RunSample& sample) {
  const std::filesystem::path file = project.absolute_path(sample.path);
  return {static_cast<double>(sample.step),      toText(file.stem()),
          QDir::cleanPath(toText(file)),         ThumbnailCache::keyOf(file),
          QString::fromStdString(sample.prompt), sample.seed};
}

}  // namespace

/// A run's output from a step on.
struct CurveStore::Tail {
  qint64 fromStep = 0;
  RunCurves curves;
};

const Curve* RunCurves::metric(const std::string& name) const {
  const auto found = metrics.find(name);
  return found == metrics.end() || found->second.steps.empty() ? nullptr : &found->second;
}

CurveStore::CurveStore(ProjectSession& session, RunListModel& runs, QObject* parent)
    : QObject(parent), m_session(session), m_runs(runs) {
  connect(&session, &ProjectSession::changed, this, &CurveStore::openProject);
  connect(&runs, &RunListModel::runGrew, this, [this](const QString& folder, qint64 fromStep) {
    if (m_folders.contains(folder)) read(folder, fromStep);
  });
  connect(&m_worker, &Worker::failed, this, &CurveStore::failed);
  openProject();
}

void CurveStore::openProject() {
  m_worker.clear();
  m_folders.clear();
  m_curves.clear();
  m_beside.reset();
  m_beside = m_session.beside();
}

void CurveStore::setRuns(const QStringList& folders) {
  std::erase_if(m_curves, [&](const auto& entry) { return !folders.contains(entry.first); });
  const QStringList before = std::exchange(m_folders, folders);
  for (const QString& folder : folders) {
    if (!before.contains(folder)) read(folder, 0);
  }
}

const RunCurves* CurveStore::curves(const QString& folder) const {
  const auto found = m_curves.find(folder);
  return found == m_curves.end() ? nullptr : &found->second;
}

void CurveStore::read(const QString& folder, qint64 fromStep) {
  const RunRow* const row = m_runs.run(folder);
  if (row == nullptr || !m_beside) return;
  m_worker.run(
      [project = m_beside, id = row->info.id, folder, fromStep](const std::stop_token& stop) {
        Tail tail{fromStep, {}};
        for (const std::string& name : project::metric_names(*project, id)) {
          if (stop.stop_requested()) throw Cancelled();
          Curve& curve = tail.curves.metrics[name];
          for (const project::MetricPoint& point : project::read_metric(*project, id, name, fromStep)) {
            curve.steps.push_back(static_cast<double>(point.step));
            curve.values.push_back(point.value);
          }
        }
        const run::RunPaths paths{toPath(folder)};
        for (const int64_t step : run::checkpoint_steps(paths))
          tail.curves.checkpoints.push_back(static_cast<double>(step));
        for (const project::RunSample& sample : project::list_samples(*project, id))
          tail.curves.clips.push_back(clipOf(*project, sample));
        return tail;
      },
      [this, folder](Tail tail) { take(folder, tail); });
}

void CurveStore::take(const QString& folder, Tail& tail) {
  if (!m_folders.contains(folder)) return;
  RunCurves& curves = m_curves[folder];
  for (auto& [name, curve] : curves.metrics) curve.cut(static_cast<double>(tail.fromStep));
  for (auto& [name, more] : tail.curves.metrics) {
    Curve& curve = curves.metrics[name];
    curve.steps.insert(curve.steps.end(), more.steps.begin(), more.steps.end());
    curve.values.insert(curve.values.end(), more.values.begin(), more.values.end());
  }
  curves.checkpoints = std::move(tail.curves.checkpoints);
  curves.clips = std::move(tail.curves.clips);
  Q_EMIT changed(folder);
}

}  // namespace fw::ui
