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

void RunLauncher::launch(const RunDraft& draft, const RunCheck& check, Place place, int64_t processes,
                         double seconds) {
  if (m_isBusy) return;
  const std::shared_ptr<project::Project> project = m_session.isOpen() ? m_session.beside() : nullptr;
  if (check.facts().isFromProject && !project) return;  // the session reports why
  setBusy(true);
  m_worker.run(
      [project, facts = check.facts(), text = draft.text(), file = draft.file(),
       processes](const std::stop_token& stop) {
        write_file_atomically(file, text, Existing::own);
        std::string frozenText = text;
        if (facts.isFromProject) {
          const std::filesystem::path manifest = file.parent_path() / "dataset.jsonl";
          const run::RunFile part = run::parse_run_file(text, file, run::Extent::part);
          dataset::ManifestWriter writer(manifest, Existing::own);
          workflow::visit_project_samples(*project, *facts.model, part.settings.id_token, stop,
                                          [&](const dataset::DatasetSample& sample) { writer.add(sample); });
          writer.commit();
          frozenText = run::set_in_text(text, "data.dataset", catalog::Value(to_utf8(manifest)));
        }
        engine_api::TrainRequest request =
            workflow::launch_run(run::parse_run_file(frozenText, file), file, processes);
        request.world.size = processes;
        // The project must know the run wherever it is written.
        if (project && !project->read_only()) project::import_run_events(*project, {request.run});
        if (processes > 1) run::write_run_notes({request.run}, {.processes = processes});
        return request;
      },
      [this, place, seconds](const engine_api::TrainRequest& request) { submit(request, place, seconds); });
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
