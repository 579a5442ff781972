// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <utility>

#include "catalog/model_spec.h"
#include "dataset/clip_keys.h"
#include "dataset/dataset_manifest.h"
#include "engine_api/clip_encoding.h"
#include "engine_api/requests.h"
#include "run/run_settings.h"

namespace fw::workflow {

/// True if a run being prepared trains the model in this folder, wherever its parts are.
bool is_for_model(const run::RunSettings& draft, const std::filesystem::path& folder);

/// The request for encoding clips for the model in `folder` ahead of a run: with the settings of `draft`, the
/// run being prepared, if that is for this model, else with default settings.
/// @return  without a dataset yet
engine_api::PrecomputeRequest ahead_of(const run::RunSettings& draft, const catalog::ModelSpec& model,
                                       const std::filesystem::path& folder);
/// Where the result of encoding ahead for a model is stored, with its cache keys.
std::filesystem::path encoded_ahead(const std::filesystem::path& project, const std::string& model_id);

/// Counts the samples of a run that still have to be encoded. An entry in the cache counts as encoded no
/// matter which job wrote it.
class SamplesToEncode {
 public:
  SamplesToEncode(std::filesystem::path cache, dataset::ClipEncoding encoding, std::stop_token stop = {})
      : cache_(std::move(cache)), encoding_(std::move(encoding)), stop_(std::move(stop)) {}
  /// Cost: one stat per entry. @throws fw::Cancelled
  void add(dataset::DatasetSample sample);
  int64_t samples() const { return samples_; }  ///< all of them
  int64_t clips() const { return clips_; }      ///< samples without an entry for their pictures
  /// Distinct captions without an entry; 0 if the encoding has no caption keys. Any of them includes the
  /// empty one.
  int64_t captions() const { return captions_; }
  /// Total pixels over all frames of these clips; samples with the same pictures count once.
  int64_t pixels() const { return pixels_; }
  /// True if all samples have the keys that a run would give them; if not, the run encodes the dataset again.
  bool have_keys() const { return have_keys_; }

 private:
  void add_caption(const std::string& caption);

  std::filesystem::path cache_;
  dataset::ClipEncoding encoding_;
  std::stop_token stop_;
  std::map<std::string, bool> is_missing_;  // by key of the latents
  std::set<std::string> captions_seen_;
  int64_t samples_ = 0;
  int64_t clips_ = 0;
  int64_t captions_ = 0;
  int64_t pixels_ = 0;
  bool have_keys_ = true;
};

}  // namespace fw::workflow
