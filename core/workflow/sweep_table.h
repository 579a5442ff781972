// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/choices.h"
#include "base/json_fields.h"
#include "run/sweep.h"

namespace fw::workflow {

enum class SweepRunState { waiting = 1, running, paused, finished, dropped, failed };
constexpr auto choices_of(SweepRunState) {
  using enum SweepRunState;
  return std::array{Choice{waiting, "waiting"},   Choice{running, "running"}, Choice{paused, "paused"},
                    Choice{finished, "finished"}, Choice{dropped, "dropped"}, Choice{failed, "failed"}};
}

struct SweepPoint {
  int64_t step = 0;
  double value = 0;
};

/// A run of a sweep and its results so far.
struct SweepRow {
  std::filesystem::path run{};
  std::vector<std::string> settings{};  ///< "key=value", in which it differs
  SweepRunState state = SweepRunState::waiting;
  int64_t step = 0;                       ///< the newest one with a loss
  int64_t total_steps = 0;                ///< 0: unknown
  std::optional<double> loss{};           ///< average at the newest step, as in metrics.csv
  std::optional<double> held_out_loss{};  ///< the newest one
  double seconds = 0;                     ///< in all its jobs
  int64_t vram_peak_bytes = 0;
  std::vector<SweepPoint> losses{};            ///< by step
  std::vector<SweepPoint> held_out_losses{};   ///< by step
  std::vector<std::filesystem::path> clips{};  ///< of the newest validation
};
/// Without the curves.
void describe(auto& fields, SweepRow& row) {
  fields("run", row.run);
  fields("settings", row.settings);
  fields("state", row.state);
  fields("step", row.step);
  fields("total_steps", row.total_steps);
  fields("loss", row.loss);
  fields("held_out_loss", row.held_out_loss);
  fields("seconds", row.seconds);
  fields("vram_peak_bytes", row.vram_peak_bytes);
}

/// Rows in the sweep's order. A run whose folder is gone is left out.
/// @throws fw::Error run.no_sweep, run.damaged_sweep. Thread: any. Cost: reads the events of all runs.
std::vector<SweepRow> sweep_table(const std::filesystem::path& sweep);

/// The row with the lowest held-out loss, or, if no run has one, the lowest loss; null if there is none.
/// Dropped and failed runs are not the best.
const SweepRow* best_of(const std::vector<SweepRow>& rows);

/// As text in columns for a terminal, and as CSV with a column for each setting.
std::string sweep_text(const std::vector<SweepRow>& rows);
std::string sweep_csv(const std::vector<SweepRow>& rows);

/// Writes table.csv and report.html, a page of curves and clips, into the sweep's folder.
/// @return the page. @throws fw::Error base.write_failed
std::filesystem::path write_sweep_report(const std::filesystem::path& sweep,
                                         const std::vector<SweepRow>& rows);

}  // namespace fw::workflow
