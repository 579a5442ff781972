// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine_api/job.h"
#include "engine_api/plan.h"
#include "engine_api/results.h"
#include "project/import.h"

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
/// clips and model. @throws fw::Error base.folder_unusable
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

/// How many clips went where.
struct DatasetCounts {
  int64_t train = 0;
  int64_t prior = 0;
  int64_t held_out = 0;
  std::vector<Fault> left_out;
};
void describe(auto& fields, DatasetCounts& counts) {
  fields("train", counts.train);
  fields("prior", counts.prior);
  fields("held_out", counts.held_out);
  fields("left_out", counts.left_out);
}

/// The made clips beside those that they should be like.
struct Comparison {
  struct Distance {
    double before = 0, after = 0;  ///< of clips made before and after training to held-out ones
    double mean_clip = 0;          ///< of the training clips' mean
    bool operator==(const Distance&) const = default;
  };
  struct File {
    std::filesystem::path file;
    std::string prompt;
    bool operator==(const File&) const = default;
  };
  Distance distance;
  std::vector<File> clips_before, clips_after, held_out;
  std::optional<std::filesystem::path> sheet;  ///< contact sheet: before, after, held out
};
void describe(auto& fields, Comparison::Distance& distance) {
  fields("before", distance.before);
  fields("after", distance.after);
  fields("mean_clip", distance.mean_clip);
}
void describe(auto& fields, Comparison::File& clip) {
  fields("file", clip.file);
  fields("prompt", clip.prompt);
}
void describe(auto& fields, Comparison& comparison) {
  fields("distance", comparison.distance);
  fields("clips_before", comparison.clips_before);
  fields("clips_after", comparison.clips_after);
  fields("held_out", comparison.held_out);
  fields("sheet", comparison.sheet);
}

/// What the job is made of, and what its phases found: folder/sample.json.
struct Findings {
  struct Inputs {
    std::string clips, model;
    bool operator==(const Inputs&) const = default;
  };
  std::optional<Inputs> inputs;
  project::ImportReport import;
  DatasetCounts clips;
  engine_api::RunPlan plan;
  engine_api::LossReport loss_before, loss_after;
  engine_api::TrainResult train;
  Comparison comparison;
};
void describe(auto& fields, Findings::Inputs& inputs) {
  fields("clips", inputs.clips);
  fields("model", inputs.model);
}
void describe(auto& fields, Findings& findings) {
  fields("inputs", findings.inputs);
  fields("import", findings.import);
  fields("clips", findings.clips);
  fields("plan", findings.plan);
  fields("loss_before", findings.loss_before);
  fields("loss_after", findings.loss_after);
  fields("train", findings.train);
  describe(fields, findings.comparison);
}
/// Nothing where there are none, or somebody else's file of that name.
std::optional<Findings> read_findings(const std::filesystem::path& folder);

}  // namespace fw::quickstart
