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

/// The project's index of its run folders (run/run_folder.h). The folders are the truth: everything here
/// can be made again from them, so nothing of it is part of the undo history.
namespace fw::project {

struct RunInfo {
  int64_t id = 0;
  std::string folder{};  ///< as stored: see Project::absolute_path
  std::string name{};
  std::string family{};
  std::string training{};  ///< "lora" or "sft"
  int64_t created_ms = 0;
  int64_t last_step = 0;  ///< of its newest event
};
/// The newest first. How a run stands: run::run_status of its folder.
std::vector<RunInfo> list_runs(const Project& project);

struct RunImport {
  int64_t events = 0;  ///< that are new
  /// Figures and clips before this step are as they were; nothing: all of them are.
  std::optional<int64_t> changed_from{};
};
/// Takes up what a run has written since the last call; a run that is not known yet is added. When a resumed
/// run has gone back to its checkpoint, what lay beyond is forgotten.
/// Cost: O(new bytes). Thread: as Project, while the run goes on.
RunImport import_run_events(Project& project, const run::RunPaths& run);

/// The folders of all its runs that are there: those in runs/, and those written elsewhere that it knows.
std::vector<run::RunPaths> run_folders(const Project& project);

struct ReindexReport {
  int64_t runs = 0;
  int64_t events = 0;
  std::vector<Fault> faults{};  ///< runs that cannot be read; they are left out
};
void describe(auto& fields, ReindexReport& report) {
  fields("runs", report.runs);
  fields("events", report.events);
  fields("faults", report.faults);
}
/// Forgets the index and makes it again from run_folders(). @throws fw::Cancelled; what was indexed by then is kept
ReindexReport reindex_runs(Project& project, const WorkOptions& options = {});

struct MetricPoint {
  int64_t step = 0;
  double value = 0;
  bool operator==(const MetricPoint&) const = default;
};
std::vector<std::string> metric_names(const Project& project, int64_t run_id);
/// By rising step. Cost: O(points).
std::vector<MetricPoint> read_metric(const Project& project, int64_t run_id, std::string_view name,
                                     int64_t from_step = 0);

/// A clip that a run made while it trained.
struct RunSample {
  int64_t run_id = 0;
  std::string path{};  ///< as stored
  int64_t step = 0;
  std::string prompt{};
  int64_t seed = 0;
  nlohmann::json details{};  ///< the whole event
};
/// By run, step and path. @param run_id  nothing: of all runs
std::vector<RunSample> list_samples(const Project& project, std::optional<int64_t> run_id = {});

/// How hard a training sample was, over the steps that saw it.
struct SampleDifficulty {
  std::string sample_id{};
  int64_t times = 0;
  double mean_loss = 0;
};
/// The largest mean first.
std::vector<SampleDifficulty> sample_losses(const Project& project, int64_t run_id);

}  // namespace fw::project
