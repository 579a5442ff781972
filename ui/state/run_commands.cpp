// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/run_commands.h"

#include <QThread>
#include <algorithm>

#include "engine_api/requests.h"
#include "run/run_notes.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/job_list_model.h"
#include "ui/state/run_list_model.h"

namespace fw::ui {

namespace {

/// As many as before, as far as this machine has GPUs or cores: the number comes from the run's folder.
int64_t processesOf(const std::filesystem::path& run, const EngineBridge& bridge) {
  const int64_t before = run::read_run_notes({run}).processes;
  const auto gpus = std::ranges::count_if(bridge.devices(), &DeviceStatus::isGpu);
  return std::clamp<int64_t>(before, 1, gpus > 0 ? gpus : std::max(1, QThread::idealThreadCount()));
}

}  // namespace

const JobRow* jobOf(const RunRow& run, const JobListModel& jobs) {
  return run.job == 0 ? nullptr : jobs.job(run.job);
}

bool canResume(const RunRow& run, const JobListModel& jobs, const EngineBridge& bridge) {
  const JobRow* const job = jobOf(run, jobs);
  const bool busy = run.status.running || (job != nullptr && (job->isActive() || job->isWaiting()));
  // A run paused while encoding has no step yet.
  const bool hasEnded = job != nullptr && engine_api::is_ended(job->state) && !run.isFinished();
  return (run.canGoOn() || hasEnded) && !busy && bridge.hasKind(engine_api::TrainRequest::kind);
}

void resumeRun(const RunRow& run, const JobListModel& jobs, EngineBridge& bridge) {
  if (const JobRow* const job = jobOf(run, jobs); job != nullptr && engine_api::is_ended(job->state)) {
    if (bridge.send(engine_api::Verb::resume, job->id)) bridge.endPause(job->id);
    return;
  }
  submitResume(run.folder, QString::fromStdString(run.notes.name.empty() ? run.info.name : run.notes.name),
               bridge);
}

bool submitResume(const QString& folder, const QString& name, EngineBridge& bridge, int64_t moreSteps) {
  engine_api::TrainRequest request{.run = folder.toStdString(), .extend = std::max<int64_t>(moreSteps, 0)};
  request.world.size = processesOf(request.run, bridge);
  const engine_api::JobId job = bridge.submit(job_of(request, name.toStdString()));
  if (job != 0) bridge.endPause(job);
  return job != 0;
}

}  // namespace fw::ui
