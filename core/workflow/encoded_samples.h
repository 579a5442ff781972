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

/// Whether a run that is being prepared trains the model in this folder, whatever parts lie elsewhere.
bool is_for_model(const run::RunSettings& draft, const std::filesystem::path& folder);

/// What encodes clips that are prepared for the model in `folder` ahead of a run: as `draft`, the run that is
/// being prepared, will use them where it is for that model, else as a run with the usual settings would.
/// @return  of no dataset yet
engine_api::PrecomputeRequest ahead_of(const run::RunSettings& draft, const catalog::ModelSpec& model,
                                       const std::filesystem::path& folder);
/// Where what was encoded ahead of time for a model is kept, with its cache keys.
std::filesystem::path encoded_ahead(const std::filesystem::path& project, const std::string& model_id);

/// Counts what is still to be encoded of a run's samples: their entries are looked for in the cache, whoever
/// made them.
class SamplesToEncode {
 public:
  SamplesToEncode(std::filesystem::path cache, dataset::ClipEncoding encoding, std::stop_token stop = {})
      : cache_(std::move(cache)), encoding_(std::move(encoding)), stop_(std::move(stop)) {}
  /// Cost: a look at each of its entries. @throws fw::Cancelled
  void add(dataset::DatasetSample sample);
  int64_t samples() const { return samples_; }  ///< all of them
  int64_t clips() const { return clips_; }      ///< the samples that lack an entry of their pictures
  /// Different ones that lack theirs; 0 where the encoding names none. The empty one is encoded with any.
  int64_t captions() const { return captions_; }
  /// Of those clips, all frames together; two samples of the same pictures are encoded once.
  int64_t pixels() const { return pixels_; }
  /// Whether all samples came with the keys that a run gives them; if not, it encodes the dataset again.
  bool have_keys() const { return have_keys_; }

 private:
  std::filesystem::path cache_;
  dataset::ClipEncoding encoding_;
  std::stop_token stop_;
  std::map<std::string, bool> is_missing_;  // by their latents
  std::set<std::string> captions_seen_;
  int64_t samples_ = 0;
  int64_t clips_ = 0;
  int64_t captions_ = 0;
  int64_t pixels_ = 0;
  bool have_keys_ = true;
};

}  // namespace fw::workflow
