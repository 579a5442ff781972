// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <stop_token>
#include <string>

#include "catalog/model_spec.h"
#include "dataset/clip_keys.h"
#include "dataset/dataset_manifest.h"
#include "engine_api/requests.h"
#include "run/run_settings.h"

namespace fw::workflow {

/// What the latents of a sample are made from, as text; the rest of the sample does not change them.
std::string latents_recipe(dataset::DatasetSample sample);

/// What encodes samples ahead of time, as a run of this model with the usual settings would.
/// @param run  its family, model folder and cache
engine_api::PrecomputeRequest ahead_of(const run::RunSettings& run, const std::filesystem::path& dataset);
/// Where what was encoded ahead of time for a model is kept, with its cache keys.
std::filesystem::path encoded_ahead(const std::filesystem::path& project, const std::string& model_id);

/// Where a run's networks compute, which decides in which type clips are kept.
enum class Processor { cpu = 1, gpu };

/// How such a job encodes clips there. Where the model's networks cannot be read they are not named, and then
/// no entry is one of theirs. Cost: see dataset::identify_networks(). @throws fw::Cancelled
dataset::ClipEncoding clip_encoding(const engine_api::PrecomputeRequest& request,
                                    const catalog::ModelSpec& model, Processor processor,
                                    const std::stop_token& stop);

/// Counts those of a run's samples that are still to be encoded: their entries are looked for in the cache,
/// whoever made them.
class SamplesToEncode {
 public:
  SamplesToEncode(std::filesystem::path cache, dataset::ClipEncoding encoding)
      : cache_(std::move(cache)), encoding_(std::move(encoding)) {}
  /// Cost: a look at each of its entries.
  void add(dataset::DatasetSample sample);
  /// Of their clips, all frames together.
  int64_t pixels() const { return pixels_; }

 private:
  std::filesystem::path cache_;
  dataset::ClipEncoding encoding_;
  std::set<std::string> seen_;  // latents: two rows may stand for the same pictures
  int64_t pixels_ = 0;
};

}  // namespace fw::workflow
