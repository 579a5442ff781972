// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_launcher.h"

#include <filesystem>
#include <memory>

#include "base/atomic_file.h"
#include "base/paths.h"
#include "engine_api/requests.h"
#include "run/cache_cleanup.h"
#include "run/run_folder.h"
#include "ui/run_settings/run_draft.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/job_list_model.h"
#include "ui/state/project_session.h"
#include "ui/state/run_commands.h"
#include "ui/train/run_check.h"

namespace fw::ui {

using engine_api::JobId;
using engine_api::Verb;

/// A run that waits for its jobs.
struct RunLauncher::Frozen {
  run::RunPaths run;
  run::RunSettings settings;
  bool needsPrecompute = false;
  double seconds = 0;
};

namespace {

/// Nothing where nobody can clean up either: in a cache that may only be read.
std::optional<FileLock> shareCache(const std::string& cache) {
  try {
    return run::share_cache(cache);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

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

void RunLauncher::launch(const RunDraft& draft, const RunCheck& check, Place place, double seconds) {
  if (m_isBusy) return;
  std::shared_ptr<project::Project> beside;
  if (check.facts().isFromProject) {
    beside = m_session.beside();
    if (!beside) return;  // the session says why
  }
  setBusy(true);
  m_worker.run(
      [beside, facts = check.facts(), text = draft.text(), file = draft.file(),
       seconds](const std::stop_token& stop) {
        write_file_atomically(file, text, Existing::replace);
        std::string frozenText = text;
        if (beside) {
          const std::filesystem::path manifest = file.parent_path() / "dataset.jsonl";
          const run::RunFile part = run::parse_run_file(text, file, run::Extent::part);
          dataset::write_dataset_manifest(
              manifest, projectManifest(*beside, *facts.model, part.settings.id_token, stop),
              Existing::replace);
          frozenText = run::set_in_text(text, "data.dataset", catalog::Value(to_utf8(manifest)));
        }
        run::RunFile run = run::parse_run_file(frozenText, file);
        if (!run.faults.empty()) throw Error(run.faults.front());
        if (run.settings.name.empty()) run.settings.name = to_utf8(file.stem());
        // From here on a clean-up of the cache knows the run, or the run knows what a clean-up took.
        const auto inUse = shareCache(run.settings.cache);
        const bool isEncoded =
            facts.isEncoded &&
            run::has_entries(run.settings.cache, dataset::read_dataset_manifest(run.settings.dataset));
        return Frozen{run::create_run(run), run.settings, !isEncoded, seconds};
      },
      [this, place](const Frozen& frozen) { submit(frozen, place); });
}

void RunLauncher::submit(const Frozen& frozen, Place place) {
  setBusy(false);
  const std::string folder = to_utf8(frozen.run.folder);
  const std::string title = frozen.run.folder.filename().string();
  std::vector<JobId> jobs;
  if (frozen.needsPrecompute) {
    const run::RunSettings& settings = frozen.settings;
    // Over the run's own copy: the project's dataset stays as it is.
    jobs.push_back(
        m_bridge.submit(job_of(engine_api::precompute_of(settings, frozen.run.dataset()),
                               tr("Precompute %1").arg(QString::fromStdString(title)).toStdString())));
    if (jobs.back() == 0) return;
  }
  const engine_api::TrainRequest request{.run = frozen.run.folder};
  jobs.push_back(m_bridge.submit(job_of(request, title, frozen.seconds)));
  if (jobs.back() == 0) return;
  if (place == Place::next && m_jobs.activeJob() != nullptr && m_jobs.waitingCount() > 0) {
    for (size_t i = jobs.size(); i-- > 0;) {
      if (const JobRow* const row = m_jobs.job(jobs[i]); row == nullptr || row->isWaiting())
        m_bridge.send(Verb::reorder, jobs[i], 0);
    }
  }
  Q_EMIT launched(QString::fromStdString(folder));
}

void RunLauncher::resume(const QString& runFolder, int64_t steps) {
  const QString name = runFolder.section(QLatin1Char('/'), -1);
  if (submitResume(runFolder, name, m_bridge, steps)) Q_EMIT launched(runFolder);
}

}  // namespace fw::ui
