// SPDX-License-Identifier: Apache-2.0
#include "families/hunyuan_video/objective.h"

#include "families/flow_settings.h"
#include "families/hunyuan_video/sampling.h"
#include "families/hunyuan_video/vae.h"
#include "nn/weighted_loss.h"
#include "tensor/copy_stream.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"

namespace fw::families {

HunyuanTrainingModel::HunyuanTrainingModel(const Family& family, const run::RunSettings& settings,
                                           const nn::ComponentOptions& options)
    : options_(options),
      spec_(family.spec()),
      scaling_factor_(
          HunyuanVaeConfig::from_json(read_json(family.source().part("vae") / "config.json")).scaling_factor),
      flow_(flow_settings(settings)),
      guidance_(run::own_value<double>(settings, "model.hunyuan_video.embedded_guidance_scale")),
      transformer_(nn::load_component<HunyuanTransformer, HunyuanTransformerConfig>(
          family.source().part("transformer"), options)) {}

TrainingDraw HunyuanTrainingModel::draw(const TrainingBatch& batch, torch::Generator generator) const {
  const auto& z = batch.latents;
  TrainingDraw draw;
  draw.sigmas = schedulers::draw_sigmas(flow_, z.size(0), z.size(2) * z.size(3) * z.size(4), generator);
  draw.timesteps = draw.sigmas * 1000;
  draw.noise = tensor::draw_normal(z.sizes(), generator);
  return draw;
}

TrainingDraw HunyuanTrainingModel::draw_at(const TrainingBatch& batch, double level,
                                           torch::Generator generator) const {
  return draw_at_sigma(batch, level, std::move(generator));
}

TrainingBatch HunyuanTrainingModel::example_batch(const catalog::Bucket& size, int64_t samples) const {
  const HunyuanTransformerConfig& config = transformer_->config();
  TrainingBatch batch = example_text_batch(spec_, size, samples, config.text_embed_dim, options_.dtype);
  batch.text.pooled = tensor::example_input({samples, config.pooled_projection_dim}, options_.dtype);
  return batch;
}

const nn::RotaryTable& HunyuanTrainingModel::positions(const torch::Tensor& latents, int64_t text) {
  const std::array<int64_t, 4> key{latents.size(2), latents.size(3), latents.size(4), text};
  const auto found = positions_.find(key);
  if (found != positions_.end()) return found->second;
  return positions_
      .emplace(key, hunyuan_rotary(transformer_->config(), key[0], key[1], key[2], text, options_.device))
      .first->second;
}

torch::Tensor HunyuanTrainingModel::losses(const TrainingBatch& batch, const TrainingDraw& draw,
                                           const nn::BlockRunner& runner) {
  const torch::Device device = options_.device;
  const torch::Tensor x = tensor::upload(batch.latents.to(torch::kFloat32), device) * scaling_factor_;
  const torch::Tensor noise = tensor::upload(draw.noise, device),
                      sigmas = tensor::upload(draw.sigmas, device);
  auto input = hunyuan_input_of(batch.text, device, options_.dtype);
  hunyuan_set_step(input, schedulers::add_noise(x, noise, sigmas.view({-1, 1, 1, 1, 1})),
                   schedulers::whole_timesteps(sigmas), guidance_, options_.dtype);
  const torch::Tensor predicted =
      transformer_->forward(input, positions(batch.latents, batch.text.embeds.size(1)), runner);
  return nn::weighted_losses({predicted, noise, x, {}, {}, schedulers::loss_weights(flow_, sigmas)});
}

}  // namespace fw::families
