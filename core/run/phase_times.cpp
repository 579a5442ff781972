// SPDX-License-Identifier: Apache-2.0
#include "run/phase_times.h"

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/json_text.h"

namespace fw::run {

namespace {

std::filesystem::path phases_file(const RunPaths& run) {
  return run.folder / "phases.json";
}

}  // namespace

PhaseTimes read_phase_times(const RunPaths& run) {
  PhaseTimes times;
  std::error_code error;
  if (!std::filesystem::exists(phases_file(run), error)) return times;
  try {
    const nlohmann::json json = read_json(phases_file(run));
    if (json.is_object()) read_fields(json, times, "phases", Reading::lenient);
  } catch (const Error&) {
    // Start counting from zero.
  }
  return times;
}

PhaseClock::PhaseClock(RunPaths run, Clock::time_point now)
    : run_(std::move(run)), times_(read_phase_times(run_)), since_(now) {
  times_.phase.clear();  // the time between jobs belongs to no phase
}

PhaseClock::~PhaseClock() {
  const std::lock_guard lock(mutex_);
  count(Clock::now());
  write();
}

void PhaseClock::take(const Progress& progress, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (progress.phase == times_.phase && now - since_ < writing_interval) return;
  count(now);
  times_.phase = progress.phase;
  times_.seconds.try_emplace(times_.phase, 0);
  write();
}

void PhaseClock::count(Clock::time_point now) {
  if (!times_.phase.empty())
    times_.seconds[times_.phase] += std::chrono::duration<double>(now - since_).count();
  since_ = now;
}

void PhaseClock::write() {
  const auto wall = std::chrono::system_clock::now().time_since_epoch();
  times_.counted_ms = std::chrono::duration_cast<std::chrono::milliseconds>(wall).count();
  try {
    write_file_atomically(phases_file(run_), nlohmann::json(times_).dump(1) + '\n', Existing::own);
  } catch (const Error&) {
    // The disk may be full; the run itself waits for space.
  }
}

}  // namespace fw::run
