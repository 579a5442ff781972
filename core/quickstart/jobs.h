// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "dataset/dataset_manifest.h"
#include "engine_api/job.h"
#include "quickstart/phases.h"

/// The two jobs of the sequence that are defined here; internal to core/quickstart.
namespace fw::quickstart {

/// Files passed between the phases.
struct QuickstartPaths {
  std::filesystem::path folder;
  std::filesystem::path project() const { return folder / "project"; }
  std::filesystem::path train() const { return folder / "train.jsonl"; }
  std::filesystem::path held_out() const { return folder / "held-out.jsonl"; }
  std::filesystem::path train_clips() const { return folder / "train"; }
  std::filesystem::path held_out_clips() const { return folder / "held-out"; }
  std::filesystem::path cache() const { return folder / "cache"; }
  std::filesystem::path run_file() const { return folder / "run.toml"; }
  std::filesystem::path runs() const { return folder / "runs"; }
  std::filesystem::path findings() const { return folder / "sample.json"; }
  std::filesystem::path sheet() const { return folder / "contact-sheet.png"; }
};

/// Captions for the clips before and after, without duplicates: few, to keep the runtime short.
std::vector<std::string> few_prompts(const dataset::DatasetManifest& samples);

/// Checks the project's clips, converts them to the buckets and splits them into train.jsonl and
/// held-out.jsonl; those of the prior come last. The held-out clips, as the model will see them, are written
/// next to the lists as 0.mp4, 1.mp4, … in the same order. Clips that do not fit or cannot be read completely
/// are logged, listed in the result, and left out. Result: DatasetCounts.
struct DatasetRequest {
  static constexpr std::string_view kind = "sample_dataset";
  std::filesystem::path folder;
  std::filesystem::path model;
  std::filesystem::path held_out, prior;  ///< folders of clips, may be empty
  std::vector<std::string> buckets;       ///< empty: the model's native size
};
void describe(auto& fields, DatasetRequest& request) {
  fields.need("folder", request.folder);
  fields.need("model", request.model);
  fields("held_out", request.held_out);
  fields("prior", request.prior);
  fields("buckets", request.buckets);
}
/// @throws fw::Error quickstart.too_few_clips and errors of the checks
engine_api::Outcome make_dataset(const DatasetRequest& request, engine_api::JobContext& context);

/// Measures how close the validation clips of the first and last step are to the held-out clips with their
/// prompts, and creates a contact sheet of all three. Result: Comparison.
struct ReportRequest {
  static constexpr std::string_view kind = "sample_report";
  std::filesystem::path folder;
  std::filesystem::path run;
  int64_t train = 0;  ///< number of clips before those of the prior
};
void describe(auto& fields, ReportRequest& request) {
  fields.need("folder", request.folder);
  fields.need("run", request.run);
  fields.need("train", request.train);
}
engine_api::Outcome make_report(const ReportRequest& request, engine_api::JobContext& context);

}  // namespace fw::quickstart
