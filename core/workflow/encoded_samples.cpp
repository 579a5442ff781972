// SPDX-License-Identifier: Apache-2.0
#include "workflow/encoded_samples.h"

#include "base/error.h"
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
  request.task.reset();  // the model's own
  return request;
}

std::filesystem::path encoded_ahead(const std::filesystem::path& project, const std::string& model_id) {
  return project / "datasets" / ("encoded-" + model_id + ".jsonl");
}

Processor processor_of(const std::string& device, bool has_gpu) {
  return has_gpu && device != "cpu" ? Processor::gpu : Processor::cpu;
}

dataset::ClipEncoding clip_encoding(const engine_api::PrecomputeRequest& request,
                                    const catalog::ModelSpec& model, Processor processor,
                                    const std::stop_token& stop) {
  catalog::Dtype dtype = request.dtype;
  if (dtype == catalog::Dtype::automatic)
    dtype = processor == Processor::cpu
                ? catalog::Dtype::fp32
                : find_choice<catalog::Dtype>(model.dtype).value_or(catalog::Dtype::bf16);
  const catalog::Family* const family = catalog::find_family(model.family);
  dataset::ClipEncoding encoding{
      .dtype = std::string(dataset::torch_name(dtype)),
      .tiling = request.vae_tiling,
      .stored = request.stored,
      .first_frames = request.task.value_or(model.tasks.front()) == catalog::VideoTask::image_to_video &&
                      model.keeps_first_frame,
      .image_noise = request.image_noise && family != nullptr && !family->first_frame_noise.empty()};
  try {
    dataset::identify_networks(encoding, {request.model, request.parts}, model, stop);
  } catch (const Error&) {
    encoding.vae.clear();
  }
  return encoding;
}

dataset::ClipEncoding whole_encoding(const engine_api::PrecomputeRequest& request,
                                     const catalog::ModelSpec& model, Processor processor,
                                     const std::stop_token& stop) {
  dataset::ClipEncoding encoding = clip_encoding(request, model, processor, stop);
  try {
    dataset::identify_text_encoders(encoding, {request.model, request.parts}, model, stop);
  } catch (const Error&) {
    // They are not named, see above.
  }
  return encoding;
}

void SamplesToEncode::add(dataset::DatasetSample sample) {
  if (stop_.stop_requested()) throw Cancelled();
  ++samples_;
  sample.keys = dataset::clip_keys(sample, encoding_);
  const auto [known, is_new] = is_missing_.try_emplace(sample.keys.latents);
  if (is_new) {
    known->second = !run::has_entries(cache_, sample);
    if (known->second) pixels_ += sample.bucket.pixels();
  }
  if (known->second) ++clips_;
  if (encoding_.token_limits.empty() || !captions_seen_.insert(sample.caption).second) return;
  sample.keys = {.text = dataset::caption_key(sample.caption, encoding_)};
  if (!run::has_entries(cache_, sample)) ++captions_;
}

}  // namespace fw::workflow
