// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "dataset/dataset_manifest.h"
#include "engine_api/job.h"

/// The two jobs of the row that are its own; not for other folders.
namespace fw::quickstart {

/// Where the phases leave what the next ones need.
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

/// Captions that clips before and after are made of, each once: few are enough to see, and soon done.
std::vector<std::string> few_prompts(const dataset::DatasetManifest& samples);

/// Checks the project's clips, puts them into the model's own size and parts them into train.jsonl and
/// held-out.jsonl; those of the prior come last. What the model will see of the others is written beside as
/// 0.mp4, 1.mp4, … in the same order.
/// @param params  folder, model, held_out and prior (their folders, or empty)
/// Clips that do not fit or cannot be read to the end are logged, named in the result, and left out.
/// @return  {"train", "prior", "held_out" (counts), "left_out" [Fault]} @throws fw::Error
/// quickstart.too_few_clips and what checking finds
nlohmann::json make_dataset(const nlohmann::json& params, engine_api::JobContext& context);

/// How near the validation clips of the first and last step come to the held-out clips with their prompts,
/// and a contact sheet of all three.
/// @param params  folder, run, train (how many clips before those of the prior). @return  the part of the
/// findings that read_findings names
nlohmann::json make_report(const nlohmann::json& params, engine_api::JobContext& context);

}  // namespace fw::quickstart
