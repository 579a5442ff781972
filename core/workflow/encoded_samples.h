// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <stop_token>
#include <string>

#include "dataset/dataset_manifest.h"
#include "engine_api/requests.h"
#include "project/project.h"
#include "run/run_settings.h"

namespace fw::workflow {

/// What the latents of a sample are made from, as text; the rest of the sample does not change them.
std::string latents_recipe(dataset::DatasetSample sample);

/// What encodes samples ahead of time, as a run of this model with the usual settings would.
/// @param run  its family, model folder and cache
engine_api::PrecomputeRequest ahead_of(const run::RunSettings& run, const std::filesystem::path& dataset);
/// Where what was encoded ahead of time for a model is kept, with its cache keys.
std::filesystem::path encoded_ahead(const std::filesystem::path& project, const std::string& model_id);

/// The samples of a run that is to be, less those whose latents the cache holds: as the project's runs of the
/// same model and the same way of encoding say, and what was encoded ahead of time.
class SamplesToEncode {
 public:
  void add(const dataset::DatasetSample& sample);
  /// Cost: reads the datasets of runs, the newest first, until all samples are found, and looks at their
  /// entries. What cannot be read tells of nothing. @throws fw::Cancelled
  void drop_encoded(const project::Project& project, const run::RunSettings& settings,
                    const catalog::ModelSpec& model, const std::stop_token& stop);
  /// Of their clips, all frames together.
  int64_t pixels() const;

 private:
  void drop_of(const std::filesystem::path& manifest, const std::filesystem::path& cache);

  std::map<std::string, int64_t>
      pixels_;  // by a hash of the recipe; two rows may stand for the same pictures
};

}  // namespace fw::workflow
