// SPDX-License-Identifier: Apache-2.0
#include "families/cogvideox/objective.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "catalog/model_config.h"
#include "families/cogvideox/sampling.h"
#include "nn/load.h"
#include "nn/weighted_loss.h"
#include "tensor/copy_stream.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"

namespace fw::families {

namespace {

/// Repeats the first frame at the front until the number of frames is a multiple of the patch. The pipeline
/// discards these frames.
torch::Tensor pad_front(const torch::Tensor& x, int64_t frames) {
  const int64_t missing = frames - x.size(1);
  return missing == 0 ? x : torch::cat({x.narrow(1, 0, 1).expand({-1, missing, -1, -1, -1}), x}, 1);
}

}  // namespace

CogVideoXTrainingModel::CogVideoXTrainingModel(const Family& family, const run::RunSettings& settings,
                                               const nn::ComponentOptions& options)
    : options_(options),
      spec_(family.spec()),
      image_dropout_(run::own_value<double>(settings, "model.cogvideox.noised_image_dropout")),
      takes_image_(settings.task == catalog::VideoTask::image_to_video) {
  const catalog::ModelSource& model = family.source();
  schedule_.emplace(schedulers::DiffusionScheduleConfig::from_json(
      read_json(model.part("scheduler") / "scheduler_config.json")));
  const catalog::ModelConfig vae(model.part("vae") / "config.json");
  vae_.scaling_factor = vae.get<double>("scaling_factor", 1);
  vae_.invert_scale_latents = vae.get<bool>("invert_scale_latents", false);
  transformer_ = nn::load_component<CogVideoXTransformer, CogVideoXTransformerConfig>(
      model.part("transformer"), options);
  const auto alphas = torch::tensor(schedule_->alphas_cumprod(), torch::kFloat64).to(torch::kFloat32);
  loss_weights_ = 1 / (1 - alphas);  // of errors of the clean latent: one for each error of the velocity
  if (const auto gamma = run::own_value<double>(settings, "model.cogvideox.min_snr_gamma"); gamma > 0) {
    const torch::Tensor snr = alphas / (1 - alphas);
    loss_weights_.mul_(snr.clamp_max(gamma) / (snr + 1));  // Hang et al. 2023, for a predicted velocity
  }
  loss_weights_ = loss_weights_.to(options.device);
  schedule_->move_to(options.device);
}

int64_t CogVideoXTrainingModel::padded_frames(int64_t frames) const {
  const int64_t patch = transformer_->config().frame_patch();
  return (frames + patch - 1) / patch * patch;
}

torch::Tensor CogVideoXTrainingModel::draw_noise(const TrainingBatch& batch,
                                                 torch::Generator& generator) const {
  const auto& z = batch.latents;
  return tensor::draw_normal({z.size(0), padded_frames(z.size(2)), z.size(1), z.size(3), z.size(4)},
                             generator);
}

// Do not change the order of these draws: a resumed run must draw the same numbers as before.
TrainingDraw CogVideoXTrainingModel::draw(const TrainingBatch& batch, torch::Generator generator) const {
  TrainingDraw draw;
  if (takes_image_) {
    const auto drawn = torch::rand({}, generator, torch::TensorOptions(torch::kFloat64));
    draw.image_dropped = drawn.item<double>() < image_dropout_;
  }
  draw.noise = draw_noise(batch, generator);
  const torch::TensorOptions whole(torch::kInt64);
  draw.timesteps =
      torch::randint(timestep_count(), {batch.latents.size(0)}, generator, whole).to(torch::kFloat32);
  return draw;
}

TrainingDraw CogVideoXTrainingModel::draw_at(const TrainingBatch& batch, double level,
                                             torch::Generator generator) const {
  constexpr double rounding = 1e-9;  // so that 0.3 of 1000 is 300
  const double timestep = std::floor(level * static_cast<double>(timestep_count()) + rounding);
  TrainingDraw draw;
  draw.noise = draw_noise(batch, generator);
  draw.timesteps =
      torch::full({batch.latents.size(0)}, std::min(timestep, static_cast<double>(timestep_count() - 1)),
                  torch::kFloat32);
  return draw;
}

TrainingBatch CogVideoXTrainingModel::example_batch(const catalog::Bucket& size, int64_t samples) const {
  const catalog::LatentSize latent = catalog::latent_size(spec_, size);
  const int64_t channels = spec_.latent.channels, width = transformer_->config().text_embed_dim;
  TrainingBatch batch;
  batch.latents =
      tensor::example_input({samples, channels, latent.frames, latent.height, latent.width}, torch::kFloat32);
  batch.text.embeds = tensor::example_input({samples, spec_.token_limit(), width}, options_.dtype);
  if (takes_image_)
    batch.image_latents =
        tensor::example_input({samples, channels, 1, latent.height, latent.width}, torch::kFloat32);
  return batch;
}

torch::Tensor CogVideoXTrainingModel::scaled(const torch::Tensor& latents) const {
  return tensor::upload(latents.to(torch::kFloat32), options_.device)
      .mul(vae_.scaling_factor)
      .permute({0, 2, 1, 3, 4});
}

torch::Tensor CogVideoXTrainingModel::image_condition(const torch::Tensor& latents) const {
  return vae_.scaled_image(tensor::upload(latents.to(torch::kFloat32), options_.device))
      .permute({0, 2, 1, 3, 4});
}

const CogVideoXPositions& CogVideoXTrainingModel::positions(const LatentGrid& size, int64_t text_length) {
  const auto key = std::make_tuple(size.frames, size.height, size.width, text_length);
  const auto found = positions_.find(key);
  if (found != positions_.end()) return found->second;
  return positions_.emplace(key, transformer_->positions(size, text_length, options_.device)).first->second;
}

torch::Tensor CogVideoXTrainingModel::losses(const TrainingBatch& batch, const TrainingDraw& draw,
                                             const nn::BlockRunner& runner) {
  const torch::Device device = options_.device;
  const int64_t frames = padded_frames(batch.latents.size(2));
  const auto x = pad_front(scaled(batch.latents), frames);  // [B, F, C, h, w]
  const auto timesteps = tensor::upload(draw.timesteps.to(torch::kInt64), device);
  const auto noisy = schedule_->add_noise(x, tensor::upload(draw.noise, device), timesteps);
  torch::Tensor image;
  if (batch.image_latents.defined())
    image =
        image_condition(draw.image_dropped ? torch::zeros_like(batch.image_latents) : batch.image_latents);
  const auto input =
      cogvideox_input(transformer_->config(), noisy, image, timesteps, batch.text.embeds, options_.dtype);
  const auto& places = positions({frames, x.size(3), x.size(4)}, batch.text.embeds.size(1));
  const auto output = transformer_->forward(input, places, runner);
  // velocity(output, noisy) is the clean latent as the network sees it; the sign of the error does not
  // matter.
  const auto [of_noisy, of_output] = schedule_->shares(timesteps);
  return nn::weighted_losses(
      {output, noisy, x, of_output, of_noisy, loss_weights_.index_select(0, timesteps)});
}

}  // namespace fw::families
