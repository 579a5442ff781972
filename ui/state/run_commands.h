// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>

namespace fw::ui {

class EngineBridge;
class JobListModel;
struct JobRow;
struct RunRow;

/// The job of a run while it waits, runs, or could go on in the queue; null for none.
const JobRow* jobOf(const RunRow& run, const JobListModel& jobs);

/// Whether `run` can go on from its newest checkpoint now: no one trains it, and the engine is ready.
bool canResume(const RunRow& run, const JobListModel& jobs, const EngineBridge& bridge);

/// A new job at the end of the queue that goes on with a run from its newest checkpoint.
/// @param folder  absolute. @param moreSteps  to add to a run at its end
/// @return  whether the queue took it
bool submitResume(const QString& folder, const QString& name, EngineBridge& bridge, int64_t moreSteps = 0);

/// Goes on with it: in its own job where there is one, else in a new one at the end of the queue.
void resumeRun(const RunRow& run, const JobListModel& jobs, EngineBridge& bridge);

}  // namespace fw::ui
