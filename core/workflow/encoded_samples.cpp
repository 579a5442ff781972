// SPDX-License-Identifier: Apache-2.0
#include "workflow/encoded_samples.h"

#include "base/error.h"
#include "base/hash.h"
#include "engine_api/requests.h"
#include "project/runs.h"
#include "run/cache_cleanup.h"
#include "run/run_file.h"

namespace fw::workflow {

namespace {

/// All that latents depend on but their sample, which where captions are encoded does not change.
engine_api::PrecomputeRequest encoding_of(engine_api::PrecomputeRequest request,
                                          const catalog::ModelSpec& model) {
  request.dataset.clear();
  request.text_encoder = catalog::TextEncoderPlace::device;
  if (!request.task) request.task = model.tasks.front();
  return request;
}

}  // namespace

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

void SamplesToEncode::add(const dataset::DatasetSample& sample) {
  pixels_.emplace(hash_hex(latents_recipe(sample)), sample.bucket.pixels());
}

void SamplesToEncode::drop_encoded(const project::Project& project, const run::RunSettings& settings,
                                   const catalog::ModelSpec& model, const std::stop_token& stop) {
  const auto encoding = [&model](const run::RunSettings& run) {
    return encoding_of(engine_api::precompute_of(run, {}), model);
  };
  const engine_api::PrecomputeRequest wanted = encoding(settings);
  if (encoding_of(ahead_of(settings, {}), model) == wanted)
    drop_of(encoded_ahead(project.folder(), model.id), wanted.cache);
  for (const run::RunPaths& run : project::run_folders(project)) {
    if (pixels_.empty()) return;
    if (stop.stop_requested()) throw Cancelled();
    try {
      if (encoding(run::read_run_file(run.run_file()).settings) == wanted)
        drop_of(run.dataset(), wanted.cache);
    } catch (const Error&) {
      continue;
    }
  }
}

void SamplesToEncode::drop_of(const std::filesystem::path& manifest, const std::filesystem::path& cache) {
  try {
    dataset::visit_dataset_manifest(manifest, [&](const dataset::DatasetSample& sample) {
      const auto found = pixels_.find(hash_hex(latents_recipe(sample)));
      if (found != pixels_.end() && !sample.keys.latents.empty() && run::has_entries(cache, sample))
        pixels_.erase(found);
    });
  } catch (const Error&) {
    return;
  }
}

int64_t SamplesToEncode::pixels() const {
  int64_t all = 0;
  for (const auto& [recipe, pixels] : pixels_) all += pixels;
  return all;
}

}  // namespace fw::workflow
