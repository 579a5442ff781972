// SPDX-License-Identifier: Apache-2.0
#include "families/ltx_video/objective.h"

#include "families/flow_settings.h"
#include "families/ltx_video/sampling.h"
#include "nn/weighted_loss.h"
#include "tensor/checkpoint.h"
#include "tensor/copy_stream.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"

namespace fw::families {

namespace {

/// Reads the latent scale without loading the VAE.
LatentScale scale_of(const catalog::ModelSource& source, torch::Device device) {
  const std::filesystem::path folder = source.part("vae");
  const auto config = LtxVaeConfig::from_json(read_json(folder / "config.json"));
  LatentScale scale{.factor = config.scaling_factor};
  if (tensor::DryRun::active()) {
    scale.mean = scale.deviation = torch::empty({config.latent_channels}, torch::TensorOptions(torch::kMeta));
    return scale;
  }
  const auto file = tensor::Checkpoint::open(folder);
  scale.mean = file.load("latents_mean", torch::kFloat32, device);
  scale.deviation = file.load("latents_std", torch::kFloat32, device);
  return scale;
}

}  // namespace

LtxTrainingModel::LtxTrainingModel(const Family& family, const run::RunSettings& settings,
                                   const nn::ComponentOptions& options)
    : options_(options),
      spec_(family.spec()),
      scale_(scale_of(family.source(), options.device)),
      flow_(flow_settings(settings)),
      first_frame_share_(run::own_value<double>(settings, "model.ltx_video.first_frame_conditioning")),
      most_first_frame_sigma_(run::own_value<double>(settings, "model.ltx_video.first_frame_sigma")),
      transformer_(nn::load_component<LtxTransformer, LtxTransformerConfig>(
          family.source().part("transformer"), options)) {}

TrainingDraw LtxTrainingModel::draw(const TrainingBatch& batch, torch::Generator generator) const {
  const auto& z = batch.latents;
  const int64_t samples = z.size(0), tokens = z.size(2) * z.size(3) * z.size(4);
  const auto drawn = torch::rand({}, generator, torch::TensorOptions(torch::kFloat64));
  TrainingDraw draw;
  draw.sigmas = schedulers::draw_sigmas(flow_, samples, tokens, generator);
  draw.timesteps = draw.sigmas * 1000;
  draw.noise = tensor::draw_normal(z.sizes(), generator);
  if (z.size(2) > 1 && drawn.item<double>() < first_frame_share_)
    draw.first_frame_sigmas =
        (torch::rand({samples}, generator, torch::TensorOptions(torch::kFloat32)) * draw.sigmas)
            .clamp_max(most_first_frame_sigma_);
  return draw;
}

TrainingDraw LtxTrainingModel::draw_at(const TrainingBatch& batch, double level,
                                       torch::Generator generator) const {
  return draw_at_sigma(batch, level, std::move(generator));
}

TrainingBatch LtxTrainingModel::example_batch(const catalog::Bucket& size, int64_t samples) const {
  TrainingBatch batch =
      example_text_batch(spec_, size, samples, transformer_->config().caption_channels, options_.dtype);
  batch.fps = spec_.rules.fps;
  return batch;
}

const nn::RotaryTable& LtxTrainingModel::positions(const torch::Tensor& latents, double fps) {
  const auto key = std::make_tuple(latents.size(2), latents.size(3), latents.size(4), fps);
  const auto found = positions_.find(key);
  if (found != positions_.end()) return found->second;
  const torch::Tensor coordinates =
      ltx_places(spec_, ltx_seconds(spec_, latents.size(2), fps), latents.size(3), latents.size(4));
  return positions_.emplace(key, ltx_rotary(transformer_->config().inner_dim(), coordinates, options_.device))
      .first->second;
}

torch::Tensor LtxTrainingModel::losses(const TrainingBatch& batch, const TrainingDraw& draw,
                                       const nn::BlockRunner& runner) {
  const torch::Device device = options_.device;
  const torch::Tensor x = scale_.to_model(tensor::upload(batch.latents.to(torch::kFloat32), device));
  const torch::Tensor noise = tensor::upload(draw.noise, device),
                      sigmas = tensor::upload(draw.sigmas, device);
  torch::Tensor shares = sigmas.unsqueeze(1).expand({-1, x.size(2)});  // [B, F]
  if (draw.first_frame_sigmas.defined())
    shares =
        torch::cat({tensor::upload(draw.first_frame_sigmas, device).unsqueeze(1), shares.slice(1, 1)}, 1);
  const torch::Tensor noisy = schedulers::add_noise(x, noise, shares.view({x.size(0), 1, x.size(2), 1, 1}));
  // finetrainers gives every token the clip's timestep, whatever noise its first frame has. Models that get
  // per-token timesteps when sampling also get them in training.
  torch::Tensor timesteps = schedulers::whole_timesteps(sigmas);
  if (spec_.conditions_at_any_frame && draw.first_frame_sigmas.defined())
    timesteps = schedulers::whole_timesteps(shares).repeat_interleave(x.size(3) * x.size(4), 1);
  const auto input = ltx_input(ltx_pack(noisy), timesteps, batch.text, options_.dtype);
  const double fps = batch.fps > 0 ? batch.fps : spec_.rules.fps;
  const torch::Tensor predicted = transformer_->forward(input, positions(batch.latents, fps), runner);
  return nn::weighted_losses(
      {predicted, ltx_pack(noise), ltx_pack(x), {}, {}, schedulers::loss_weights(flow_, sigmas)});
}

}  // namespace fw::families
