// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "engine_api/job.h"
#include "run/sweep.h"

/// Sweeps: created from a run file, trained as one job, compared in one table.
namespace fw::workflow {

/// Trains the runs of a sweep one after the other, each from its newest checkpoint. A run that fails is
/// reported and the next one begins; a pause, a stop or an abort ends the current run and the job. Result:
/// SweepResult.
struct SweepRequest {
  static constexpr std::string_view kind = "sweep";
  std::filesystem::path sweep;  ///< its folder, from create_sweep()
  bool operator==(const SweepRequest&) const = default;
};
void describe(auto& fields, SweepRequest& request) {
  fields.need("sweep", request.sweep);
}

struct SweepResult {
  std::filesystem::path sweep{};
  std::filesystem::path report{};               ///< page of curves and clips
  std::optional<std::filesystem::path> best{};  ///< run folder
  int64_t failed = 0;                           ///< runs that ended with a fault
};
void describe(auto& fields, SweepResult& result) {
  fields("sweep", result.sweep);
  fields("report", result.report);
  fields("best", result.best);
  fields("failed", result.failed);
}

/// Input of create_sweep().
struct NewSweep {
  std::string text;            ///< of the run file
  std::filesystem::path file;  ///< its place: paths in the text are relative to it
  std::vector<run::SweepAxis> axes;
  int64_t halving = 1;    ///< as Sweep::halving
  int64_t processes = 1;  ///< as Sweep::processes
};

/// The run files of the sweep's runs, in order; nothing is written.
/// @throws fw::Error the first fault of any of them, run.bad_override, run.sweep_key_twice,
/// run.sweep_too_large, workflow.sweep_output, workflow.halving_needs_loss
std::vector<run::RunFile> sweep_run_files(const NewSweep& sweep);

/// Freezes all runs and the sweep; on failure no folder is left.
/// @return the sweep's folder
/// @throws fw::Error as sweep_run_files() and launch_run()
/// Thread: any. Cost: copies the dataset's list once for each run.
std::filesystem::path create_sweep(const NewSweep& sweep);

/// The kind of SweepRequest. @param train  the kind of TrainRequest, whose jobs train the runs
engine_api::JobKind sweep_kind(engine_api::JobKind train);

/// Steps at which the runs of a sweep are compared and the worse ones dropped, ascending, without the end.
/// @param runs  of the first round   @param total_steps  of a run   @param measured_every  held-out loss
std::vector<int64_t> halving_steps(int64_t runs, int64_t halving, int64_t total_steps,
                                   int64_t measured_every);

}  // namespace fw::workflow
