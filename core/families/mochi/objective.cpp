// SPDX-License-Identifier: Apache-2.0
#include "families/mochi/objective.h"

#include "families/mochi/sampling.h"
#include "families/mochi/vae.h"
#include "nn/weighted_loss.h"
#include "schedulers/flow_training.h"
#include "tensor/copy_stream.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"

namespace fw::families {

MochiTrainingModel::MochiTrainingModel(const Family& family, const nn::ComponentOptions& options)
    : options_(options),
      spec_(family.spec()),
      scale_(
          MochiVaeConfig::from_json(read_json(family.source().part("vae") / "config.json")).latent_scale()),
      transformer_(nn::load_component<MochiTransformer, MochiTransformerConfig>(
          family.source().part("transformer"), options)) {
  if (!scale_.mean.defined()) return;
  scale_.mean = scale_.mean.to(options.device);
  scale_.deviation = scale_.deviation.to(options.device);
}

TrainingDraw MochiTrainingModel::draw(const TrainingBatch& batch, torch::Generator generator) const {
  TrainingDraw draw;
  draw.sigmas = torch::rand({batch.latents.size(0)}, generator, torch::TensorOptions(torch::kFloat32));
  draw.timesteps = draw.sigmas * 1000;
  draw.noise = tensor::draw_normal(batch.latents.sizes(), generator);
  return draw;
}

TrainingDraw MochiTrainingModel::draw_at(const TrainingBatch& batch, double level,
                                         torch::Generator generator) const {
  return draw_at_sigma(batch, level, std::move(generator));
}

TrainingBatch MochiTrainingModel::example_batch(const catalog::Bucket& size, int64_t samples) const {
  return example_text_batch(spec_, size, samples, transformer_->config().text_embed_dim, options_.dtype);
}

torch::Tensor MochiTrainingModel::losses(const TrainingBatch& batch, const TrainingDraw& draw,
                                         const nn::BlockRunner& runner) {
  const torch::Device device = options_.device;
  const torch::Tensor latents = tensor::upload(batch.latents, device);
  const torch::Tensor x =
      scale_.to_model(latents.to(at::promote_types(latents.scalar_type(), torch::kFloat32)))
          .to(torch::kFloat32);
  const torch::Tensor noise = tensor::upload(draw.noise, device),
                      sigmas = tensor::upload(draw.sigmas, device);
  const auto input =
      mochi_input(schedulers::add_noise(x, noise, sigmas), (1 - sigmas) * 1000, batch.text, options_.dtype);
  return nn::weighted_losses({transformer_->forward(input, runner), x, noise});
}

}  // namespace fw::families
