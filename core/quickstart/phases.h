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

/// The whole workflow on a few clips, from files to compared videos: a new user's first steps, and a test of
/// all parts together.
namespace fw::quickstart {

struct QuickstartOptions {
  std::filesystem::path folder;    ///< all outputs
  std::filesystem::path model;     ///< in diffusers layout
  std::filesystem::path settings;  ///< a run file without paths
  std::filesystem::path clips;     ///< a folder of videos with captions, as for the importer
  std::filesystem::path held_out;  ///< likewise, never trained on; empty: every fourth of `clips`
  /// Clips of what the model already knows, also trained on so that it is not forgotten (prior preservation,
  /// as in DreamBooth, arXiv:2208.12242, with real clips); may be empty.
  std::filesystem::path prior;
  std::string device = "auto";
  int64_t steps = 0;  ///< of the training; 0: from the settings
};

/// The default folder: in the user's data folder, a different one for each combination of clips and model.
/// @throws fw::Error base.folder_unusable
std::filesystem::path default_quickstart_folder(const std::filesystem::path& clips,
                                                const std::filesystem::path& model);

/// Creates the folder, or checks that it belongs to an earlier call of the same job: files of somebody else
/// are neither overwritten nor mixed with the job's. Records the job's inputs in folder/sample.json.
/// @throws fw::Error quickstart.folder_in_use, quickstart.other_job, quickstart.folder_failed,
/// base.write_failed
void claim_quickstart_folder(const QuickstartOptions& options);

/// One job of the sequence. Each job skips work that an earlier, interrupted one has finished.
struct QuickstartPhase {
  std::string name;                                        ///< display name, English source sentence
  std::function<engine_api::JobSpec()> job;                ///< called when the previous phases are done
  std::function<void(const nlohmann::json& result)> keep;  ///< receives the job's result
};
/// Import, check and buckets, precompute, plan, loss on held-out clips, training with clips before and after,
/// loss again, and the report.
/// Thread: one phase after the other. @throws fw::Error if a file that a phase needs is missing
std::vector<QuickstartPhase> quickstart_phases(const QuickstartOptions& options);

/// The kinds sample_dataset and sample_report; the others belong to project and the engine.
std::vector<engine_api::JobKind> quickstart_job_kinds();

/// Numbers of clips by use.
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

/// Comparison of generated clips with the held-out ones.
struct Comparison {
  struct Distance {
    double before = 0, after = 0;  ///< of clips made before and after training to held-out ones
    double mean_clip = 0;          ///< for the training clips' mean
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

/// The job's inputs and the results of its phases: folder/sample.json.
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
/// nullopt if the file does not exist or is not one of ours.
std::optional<Findings> read_findings(const std::filesystem::path& folder);

}  // namespace fw::quickstart
