// SPDX-License-Identifier: Apache-2.0
#include "workflow/encoded_samples.h"

#include "base/error.h"
#include "run/cache_cleanup.h"

namespace fw::workflow {

std::string latents_recipe(dataset::DatasetSample sample) {
  sample.id.clear();
  sample.source.clear();
  sample.caption.clear();
  sample.keys = {};
  return dataset::format_dataset_manifest({sample});
}

engine_api::PrecomputeRequest ahead_of(const run::RunSettings& run, const std::filesystem::path& dataset) {
  run::RunSettings usual{.family = run.family};
  usual.model_folder = run.model_folder;
  usual.cache = run.cache;
  engine_api::PrecomputeRequest request = engine_api::precompute_of(usual, dataset);
  request.task.reset();  // the model's own
  return request;
}

std::filesystem::path encoded_ahead(const std::filesystem::path& project, const std::string& model_id) {
  return project / "datasets" / ("encoded-" + model_id + ".jsonl");
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
    dataset::identify_networks(encoding, {request.model}, model, stop);
  } catch (const Error&) {
    encoding.vae.clear();
  }
  return encoding;
}

void SamplesToEncode::add(dataset::DatasetSample sample) {
  sample.keys = dataset::clip_keys(sample, encoding_);
  if (seen_.insert(sample.keys.latents).second && !run::has_entries(cache_, sample))
    pixels_ += sample.bucket.pixels();
}

}  // namespace fw::workflow
