// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_launcher.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/atomic_file.h"
#include "base/paths.h"
#include "project/runs.h"
#include "run/run_notes.h"
#include "ui/run_settings/run_draft.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/file_path.h"
#include "ui/state/job_list_model.h"
#include "ui/state/project_session.h"
#include "ui/state/run_commands.h"
#include "ui/train/run_check.h"
#include "workflow/launch.h"
#include "workflow/project_samples.h"
#include "workflow/sweep.h"

namespace fw::ui {

using engine_api::JobId;
using engine_api::Verb;

RunLauncher::RunLauncher(EngineBridge& bridge, JobListModel& jobs, ProjectSession& session, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_jobs(jobs), m_session(session) {
  connect(&m_worker, &Worker::failed, this, [this](const Fault& fault) {
    setBusy(false);
    Q_EMIT failed(fault);
  });
}

void RunLauncher::setBusy(bool busy) {
  m_isBusy = busy;
  Q_EMIT busyChanged();
}

namespace {

/// What is frozen: the draft as written, with the project's clips as its dataset.
struct Draft {
  std::shared_ptr<project::Project> project;  ///< null: none is open
  workflow::RunFacts facts;
  std::string text;
  std::filesystem::path file;

  /// Writes the run file and the dataset. @return the run file's text for a run
  std::string write(const std::stop_token& stop) const {
    write_file_atomically(file, text, Existing::own);
    if (!facts.is_from_project) return text;
    const std::filesystem::path manifest = file.parent_path() / "dataset.jsonl";
    const run::RunFile part = run::parse_run_file(text, file, run::Extent::part);
    dataset::ManifestWriter writer(manifest, Existing::own);
    workflow::visit_project_samples(*project, *facts.model, part.settings.id_token, stop,
                                    [&](const dataset::DatasetSample& sample) { writer.add(sample); });
    writer.commit();
    return run::set_in_text(text, "data.dataset", catalog::Value(to_utf8(manifest)));
  }

  /// The project must know the run wherever it is written.
  void add(const run::RunPaths& paths, int64_t processes) const {
    if (project && !project->read_only()) project::import_run_events(*project, paths);
    if (processes > 1) run::write_run_notes(paths, {.processes = processes});
  }
};

/// nullopt if the project's clips cannot be read; the session reports why.
std::optional<Draft> draftOf(ProjectSession& session, const RunDraft& draft, const RunCheck& check) {
  Draft frozen{session.isOpen() ? session.beside() : nullptr, check.facts(), draft.text(), draft.file()};
  if (frozen.facts.is_from_project && !frozen.project) return std::nullopt;
  return frozen;
}

}  // namespace

void RunLauncher::launch(const RunDraft& draft, const RunCheck& check, Place place, int64_t processes,
                         double seconds) {
  std::optional<Draft> frozen = m_isBusy ? std::nullopt : draftOf(m_session, draft, check);
  if (!frozen) return;
  setBusy(true);
  m_worker.run(
      [frozen = std::move(*frozen), processes](const std::stop_token& stop) {
        engine_api::TrainRequest request = workflow::launch_run(
            run::parse_run_file(frozen.write(stop), frozen.file), frozen.file, processes);
        request.world.size = processes;
        frozen.add({request.run}, processes);
        return request;
      },
      [this, place, seconds](const engine_api::TrainRequest& request) { submit(request, place, seconds); });
}

void RunLauncher::launchSweep(const RunDraft& draft, const RunCheck& check, std::vector<run::SweepAxis> axes,
                              int64_t halving, int64_t processes, double seconds) {
  std::optional<Draft> frozen = m_isBusy ? std::nullopt : draftOf(m_session, draft, check);
  if (!frozen) return;
  setBusy(true);
  m_worker.run(
      [frozen = std::move(*frozen), axes = std::move(axes), halving, processes](const std::stop_token& stop) {
        const std::filesystem::path folder =
            workflow::create_sweep({frozen.write(stop), frozen.file, axes, halving, processes});
        const run::Sweep sweep = run::read_sweep(folder);
        for (const run::SweepRun& run : sweep.runs)
          frozen.add({folder.parent_path() / run.folder}, processes);
        return std::pair(folder, sweep);
      },
      [this, seconds](const std::pair<std::filesystem::path, run::Sweep>& made) {
        setBusy(false);
        const auto& [folder, sweep] = made;
        if (m_bridge.submit(engine_api::job_of(workflow::SweepRequest{folder}, sweep.name, seconds)) == 0)
          return;
        Q_EMIT launched(toText(folder.parent_path() / sweep.runs.front().folder));
      });
}

void RunLauncher::submit(const engine_api::TrainRequest& request, Place place, double seconds) {
  setBusy(false);
  const JobId job = m_bridge.submit(job_of(request, request.run.filename().string(), seconds));
  if (job == 0) return;
  if (place == Place::next && m_jobs.computingJob() != nullptr && m_jobs.waitingCount() > 0) {
    if (const JobRow* const row = m_jobs.job(job); row == nullptr || row->isWaiting())
      m_bridge.send(Verb::reorder, job, 0);
  }
  Q_EMIT launched(toText(request.run));
}

void RunLauncher::resume(const QString& runFolder, int64_t steps) {
  const QString name = runFolder.section(QLatin1Char('/'), -1);
  if (submitResume(runFolder, name, m_bridge, steps)) Q_EMIT launched(runFolder);
}

}  // namespace fw::ui
