// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "catalog/bucket.h"
#include "planner/planner.h"

/// Model folders and runs for the memory planner's tests and benchmark.
namespace fw::support {

/// The config files of a published model without its weights, from the reference's manifests: "cogvideox-2b",
/// "cogvideox-5b", "cogvideox-5b-i2v", "cogvideox-1.5-5b" or "cogvideox-1.5-5b-i2v".
void make_published_folder(const std::filesystem::path& folder, const std::string& model);

/// The assumptions of a preset with these settings: a card shared with desktop and driver, a host with enough
/// memory, and one validation clip of the training size.
planner::PlanRequest preset_request(run::RunSettings settings, const std::filesystem::path& model_folder,
                                    double card_gib);

/// A smaller model of the published structure: every component with random weights.
struct SmallModel {
  int64_t layers = 2;
  int64_t heads = 2;  ///< of 64 dimensions each
  int64_t vae_width = 32;
};
void make_small_model(const std::filesystem::path& folder, const SmallModel& model);

/// A dataset of four samples of one size for that model, with its cache and a run file: float32 on the CPU,
/// two steps. @param settings  "key=value", applied to the run file
/// @return the run file
std::filesystem::path make_small_run(const std::filesystem::path& folder, const catalog::Bucket& size,
                                     const std::vector<std::string>& settings);

}  // namespace fw::support
