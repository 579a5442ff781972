// SPDX-License-Identifier: Apache-2.0
#include "support/random_dataset.h"

#include "base/json_text.h"
#include "catalog/catalog.h"
#include "dataset/dataset_manifest.h"
#include "precompute/latent_cache.h"
#include "tensor/libtorch.h"

namespace fw::support {

using precompute::CacheKind;
namespace fs = std::filesystem;

void make_random_dataset(const fs::path& folder, const fs::path& model_folder,
                         const std::array<int64_t, 3>& latent, int64_t samples) {
  const precompute::LatentCache cache(folder / "cache");
  const catalog::ModelSpec model = catalog::recognise_model({fs::absolute(model_folder)});
  const nlohmann::json network = read_json(model_folder / "transformer" / "config.json");
  const int64_t text_width = network.value("text_embed_dim", network.value("text_dim", 4096)),
                pooled_width = network.value("pooled_projection_dim", 0),
                image_width = network.value("image_proj_dim", 0);
  const bool in_windows = model.latent.window_frames > 0;  // each after the clip's first frame
  const int64_t frames = latent[0] + (in_windows ? 1 : 0), tokens = in_windows ? 512 : model.token_limit();
  const std::vector<int64_t> shape{model.latent.channels, frames, latent[1], latent[2]};
  cache.write(CacheKind::latents, "clip",
              {{"mean", torch::randn(shape)}, {"logvar", torch::full(shape, -4.0)}});
  for (const char* text : {"clip", "empty"})
    cache.write(CacheKind::text, text,
                precompute::text_entry(
                    {.embeds = torch::randn({1, tokens, text_width}),
                     .mask = torch::ones({1, tokens}, torch::kInt64),
                     .pooled = pooled_width > 0 ? torch::randn({1, pooled_width}) : torch::Tensor()}));
  if (image_width > 0)
    cache.write(CacheKind::image, "clip", {{"embedding", torch::randn({729, image_width})}});
  dataset::DatasetSample sample;
  sample.source = "/none.mp4";
  sample.bucket = {model.latent.temporal_factor * (frames - 1) + 1, model.latent.spatial_factor * latent[1],
                   model.latent.spatial_factor * latent[2]};
  sample.source_out = sample.frame_count = sample.bucket.frames;
  sample.crop = {0, 0, sample.bucket.width, sample.bucket.height};
  sample.keys = {"clip", "clip", image_width > 0 ? "clip" : "", "empty"};
  dataset::DatasetManifest rows(static_cast<size_t>(samples), sample);
  for (size_t i = 0; i < rows.size(); ++i) rows[i].id = "clip-" + std::to_string(i);
  dataset::write_dataset_manifest(folder / "dataset.jsonl", rows, Existing::replace);
}

}  // namespace fw::support
