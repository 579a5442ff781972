// SPDX-License-Identifier: Apache-2.0
#include "workflow/encoded_samples.h"

#include "base/paths.h"
#include "run/cache_cleanup.h"

namespace fw::workflow {

bool is_for_model(const run::RunSettings& draft, const std::filesystem::path& folder) {
  const std::filesystem::path named = draft.model_folder;
  return !named.empty() && named.lexically_normal() == folder.lexically_normal();
}

engine_api::PrecomputeRequest ahead_of(const run::RunSettings& draft, const catalog::ModelSpec& model,
                                       const std::filesystem::path& folder) {
  if (is_for_model(draft, folder)) return engine_api::precompute_of(draft, {});
  run::RunSettings usual{.family = model.family};
  usual.model_folder = to_utf8(folder);
  usual.cache = to_utf8(cache_folder() / "latents");
  engine_api::PrecomputeRequest request = engine_api::precompute_of(usual, {});
  request.task.reset();  // the model's default
  return request;
}

std::filesystem::path encoded_ahead(const std::filesystem::path& project, const std::string& model_id) {
  return project / "datasets" / ("encoded-" + model_id + ".jsonl");
}

void SamplesToEncode::add(dataset::DatasetSample sample) {
  if (stop_.stop_requested()) throw Cancelled();
  ++samples_;
  if (samples_ == 1 && !sample.keys.latents.empty())
    encoding_ = dataset::as_encoded(sample, std::move(encoding_));
  have_keys_ = have_keys_ && dataset::has_keys_of(sample, encoding_);
  sample.keys = dataset::clip_keys(sample, encoding_);
  const auto [known, is_new] = is_missing_.try_emplace(sample.keys.latents);
  if (is_new) {
    known->second = !run::has_entries(cache_, sample);
    if (known->second) pixels_ += sample.bucket.pixels();
  }
  if (known->second) ++clips_;
  if (encoding_.token_limits.empty()) return;
  add_caption(sample.caption);
  for (const std::string& caption : sample.more_captions) add_caption(caption);
}

void SamplesToEncode::add_caption(const std::string& caption) {
  if (!captions_seen_.insert(caption).second) return;
  dataset::DatasetSample text;
  text.keys.text = dataset::caption_key(caption, encoding_);
  if (!run::has_entries(cache_, text)) ++captions_;
}

}  // namespace fw::workflow
