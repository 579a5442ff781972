// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "project/project.h"
#include "project/work.h"
#include "run/run_folder.h"

/// The project's index of its run folders (run/run_folder.h). The folders are the source of truth: the index
/// can be rebuilt from them, so it is not part of the undo history.
namespace fw::project {

struct RunInfo {
  int64_t id = 0;
  std::string folder{};  ///< as stored: see Project::absolute_path
  std::string name{};
  std::string family{};
  std::string training{};  ///< "lora" or "sft"
  int64_t created_ms = 0;
  int64_t last_step = 0;  ///< of the newest event
};
/// Newest first. For a run's status, call run::run_status with its folder.
std::vector<RunInfo> list_runs(const Project& project);

struct RunImport {
  int64_t events = 0;  ///< new ones
  /// the first step whose metrics and clips have changed; nullopt: none have
  std::optional<int64_t> changed_from{};
};
/// Imports what a run has written since the last call and adds runs that are not known yet. If a resumed run
/// went back to its checkpoint, removes what came after it.
/// Cost: O(new bytes). Thread: as Project; the run may be active.
RunImport import_run_events(Project& project, const run::RunPaths& run);

/// All existing run folders: those in runs/, and known ones elsewhere.
std::vector<run::RunPaths> run_folders(const Project& project);

struct ReindexReport {
  int64_t runs = 0;
  int64_t events = 0;
  std::vector<Fault> faults{};  ///< runs that cannot be read; they are skipped
};
void describe(auto& fields, ReindexReport& report) {
  fields("runs", report.runs);
  fields("events", report.events);
  fields("faults", report.faults);
}
/// Rebuilds the index from run_folders(). @throws fw::Cancelled; keeps what was indexed until then
ReindexReport reindex_runs(Project& project, const WorkOptions& options = {});

struct MetricPoint {
  int64_t step = 0;
  double value = 0;
  bool operator==(const MetricPoint&) const = default;
};
std::vector<std::string> metric_names(const Project& project, int64_t run_id);
/// In ascending step order. Cost: O(points).
std::vector<MetricPoint> read_metric(const Project& project, int64_t run_id, std::string_view name,
                                     int64_t from_step = 0);

/// A clip that a run generated during training.
struct RunSample {
  int64_t run_id = 0;
  std::string path{};  ///< as stored
  int64_t step = 0;
  std::string prompt{};
  int64_t seed = 0;
  nlohmann::json details{};  ///< the whole event
};
/// Ordered by run, step and path. @param run_id  nullopt: all runs
std::vector<RunSample> list_samples(const Project& project, std::optional<int64_t> run_id = {});

/// Loss of a training sample, over the steps that used it.
struct SampleDifficulty {
  std::string sample_id{};
  int64_t times = 0;
  double mean_loss = 0;
};
/// Largest mean first.
std::vector<SampleDifficulty> sample_losses(const Project& project, int64_t run_id);

}  // namespace fw::project
