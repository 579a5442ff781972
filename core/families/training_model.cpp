// SPDX-License-Identifier: Apache-2.0
#include "families/training_model.h"

#include "tensor/dry_run.h"
#include "tensor/libtorch.h"

namespace fw::families {

TrainingDraw draw_at_sigma(const TrainingBatch& batch, double sigma, torch::Generator generator) {
  TrainingDraw draw;
  draw.noise = tensor::draw_normal(batch.latents.sizes(), generator);
  draw.sigmas = torch::full({batch.latents.size(0)}, sigma, torch::kFloat32);
  draw.timesteps = draw.sigmas * 1000;
  return draw;
}

TrainingBatch example_text_batch(const catalog::ModelSpec& spec, const catalog::Bucket& size, int64_t samples,
                                 int64_t text_width, torch::Dtype dtype) {
  const catalog::LatentSize latent = catalog::latent_size(spec, size);
  TrainingBatch batch;
  batch.latents = tensor::example_input(
      {samples, spec.latent.channels, latent.frames, latent.height, latent.width}, torch::kFloat32);
  batch.text.embeds = tensor::example_input({samples, spec.token_limit(), text_width}, dtype);
  batch.text.mask = tensor::example_input({samples, spec.token_limit()}, torch::kInt64);
  return batch;
}

}  // namespace fw::families
