// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/interrupted_runs.h"

#include "base/paths.h"
#include "project/runs.h"
#include "run/run_folder.h"
#include "run/run_notes.h"
#include "ui/state/file_path.h"
#include "ui/state/project_session.h"

namespace fw::ui {

namespace {

/// Includes runs written elsewhere, which only the project's database knows.
std::vector<run::RunPaths> runsOf(const std::filesystem::path& folder) {
  try {
    return project::run_folders(project::Project::open(folder, project::Access::read_only));
  } catch (const Error&) {
    return run::list_runs(folder / "runs");  // its database is missing, or from another version
  }
}

void addInterrupted(const QString& project, const run::RunPaths& paths, std::vector<InterruptedRun>& found) {
  const auto last = run::last_run_event(paths);
  const bool ended = last && last->event == "ended";
  const bool paused = ended && last->value("state", std::string()) == "paused";
  if (!last || (ended && !paused)) return;
  try {
    const run::RunStatus status = run::run_status(paths);
    if (status.running || status.is_finished()) return;
    const std::string given = run::read_run_notes(paths).name;
    std::string name = given.empty() ? run::read_run_file(paths.run_file()).settings.name : given;
    if (name.empty()) name = to_utf8(paths.folder.filename());
    found.push_back({toText(paths.folder), QString::fromStdString(name), project, status.step,
                     status.total_steps, paused});
  } catch (const Error&) {
    return;  // an unreadable run cannot be resumed; its project's page reports it
  }
}

}  // namespace

InterruptedRuns::InterruptedRuns(QObject* parent) : QObject(parent) {}

void InterruptedRuns::look(const QStringList& projects, const std::filesystem::path& own) {
  m_worker.clear();
  m_worker.run(
      [projects, own](const std::stop_token& stop) {
        std::vector<InterruptedRun> found;
        for (const QString& project : projects) {
          if (isReadOnlyHere(toPath(project), own)) continue;
          for (const run::RunPaths& paths : runsOf(toPath(project))) {
            if (stop.stop_requested()) throw Cancelled();
            addInterrupted(project, paths, found);
          }
        }
        return found;
      },
      [this](std::vector<InterruptedRun> found) {
        if (found == m_runs) return;
        m_runs = std::move(found);
        Q_EMIT changed();
      });
}

}  // namespace fw::ui
