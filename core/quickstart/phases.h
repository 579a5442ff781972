// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine_api/job.h"

/// The whole job on a few clips, from files to compared videos: what a new user does first, and a test of all
/// parts together.
namespace fw::quickstart {

struct QuickstartOptions {
  std::filesystem::path folder;    ///< everything that is made
  std::filesystem::path model;     ///< in diffusers layout
  std::filesystem::path settings;  ///< a run file without paths
  std::filesystem::path clips;     ///< a folder of videos with captions, as the importer takes them
  std::filesystem::path held_out;  ///< the same, never trained on; empty: every fourth of `clips`
  /// Clips of what the model knows already, trained on besides so that it is not forgotten (prior
  /// preservation, as in DreamBooth, arXiv:2208.12242, of real clips); may be empty.
  std::filesystem::path prior;
  std::string device = "auto";
  int64_t steps = 0;  ///< of the training; 0: as the settings say
};

/// Where the job works when no folder is named: below the user's data folder, another one for each folder of
/// clips. and model. @throws fw::Error base.folder_unusable
std::filesystem::path default_quickstart_folder(const std::filesystem::path& clips,
                                                const std::filesystem::path& model);

/// Makes the folder, or makes sure that it is that of the same job, called before: files that somebody else
/// put there are neither written over nor mixed with the job's. Notes in folder/sample.json what the job is
/// made of.
/// @throws fw::Error quickstart.folder_in_use, quickstart.other_job, quickstart.folder_failed,
/// base.write_failed
void claim_quickstart_folder(const QuickstartOptions& options);

/// One job of the row. What a killed one had finished is not done again: all of them look at what is there.
struct QuickstartPhase {
  std::string name;                                        ///< for people, English source sentence
  std::function<engine_api::JobSpec()> job;                ///< made when the phases before it are done
  std::function<void(const nlohmann::json& result)> keep;  ///< takes what the job gave
};
/// Import, check and buckets, precompute, plan, loss on held-out clips, training with clips before and after,
/// loss again, and the report.
/// Thread: one phase after the other. @throws fw::Error where a file that a phase needs is missing
std::vector<QuickstartPhase> quickstart_phases(const QuickstartOptions& options);

/// The kinds sample_dataset and sample_report; the others are of project and of the engine.
std::vector<engine_api::JobKind> quickstart_job_kinds();

/// What the phases found, folder/sample.json: {"import" (as dataset_import gives it, with what could not be
/// imported), "clips" (as make_dataset gives it), "loss_before", "loss_after" (as the job loss gives them),
/// "distance": {"before", "after", "mean_clip"}, "sheet", "clips_before", "clips_after", "held_out"}
nlohmann::json read_findings(const std::filesystem::path& folder);

}  // namespace fw::quickstart
