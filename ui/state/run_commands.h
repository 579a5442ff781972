// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>

namespace fw::ui {

class EngineBridge;
class JobListModel;
struct JobRow;
struct RunRow;

/// The run's job if it waits, runs, or can be resumed in the queue; otherwise null.
const JobRow* jobOf(const RunRow& run, const JobListModel& jobs);

/// Whether `run` can be resumed from its newest checkpoint now: no process trains it, and the engine is
/// ready.
bool canResume(const RunRow& run, const JobListModel& jobs, const EngineBridge& bridge);

/// Queues a new job at the end that resumes a run from its newest checkpoint.
/// @param folder  absolute. @param moreSteps  to add to the run
/// @return  whether the queue accepted it
bool submitResume(const QString& folder, const QString& name, EngineBridge& bridge, int64_t moreSteps = 0);

/// Resumes a run in its own job if it has one, otherwise in a new one at the end of the queue.
void resumeRun(const RunRow& run, const JobListModel& jobs, EngineBridge& bridge);

}  // namespace fw::ui
