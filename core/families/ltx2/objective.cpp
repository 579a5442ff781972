// SPDX-License-Identifier: Apache-2.0
#include "families/ltx2/objective.h"

#include <algorithm>
#include <cmath>

#include "families/ltx2/sampling.h"
#include "families/ltx2/vae_config.h"
#include "families/ltx_video/sampling.h"
#include "nn/weighted_loss.h"
#include "schedulers/flow_training.h"
#include "tensor/checkpoint.h"
#include "tensor/copy_stream.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"

namespace fw::families {

namespace {

using torch::Tensor;

/// Of the published schedules: the shift grows with the clip's tokens.
constexpr double shift_at_1024 = 0.95, shift_at_4096 = 2.05;
/// The normal distribution's 0.5 % and 99.9 % quantiles, which the stretched draws map to 0 and 1.
constexpr double low_quantile = -2.5758, high_quantile = 3.0902;

double logistic(double x) {
  return 1 / (1 + std::exp(-x));
}

Ltx2Timesteps ltx2_timesteps_of(const run::RunSettings& run) {
  Ltx2Timesteps timesteps;
  const auto name = run::own_value<std::string>(run, "model.ltx2.timesteps");
  timesteps.of = name == "legacy"    ? Ltx2Timesteps::Of::legacy
                 : name == "uniform" ? Ltx2Timesteps::Of::uniform
                                     : Ltx2Timesteps::Of::stretched;
  timesteps.spread = run::own_value<double>(run, "model.ltx2.timestep_spread");
  return timesteps;
}

}  // namespace

Tensor Ltx2Timesteps::sigmas(const Tensor& normal, const Tensor& uniform, const Tensor& choice,
                             int64_t tokens) const {
  if (of == Of::table) return (1000 - (uniform * 1000).floor().clamp_max(999)) / 1000;
  if (of == Of::uniform) return (least + (most - least) * uniform).to(torch::kFloat32);
  double mu =
      shift_at_1024 + static_cast<double>(tokens - 1024) / (4096 - 1024) * (shift_at_4096 - shift_at_1024);
  if (limits_shift) mu = std::clamp(mu, shift_at_1024, shift_at_4096);
  mu = shift.value_or(mu);
  Tensor s = torch::sigmoid(normal.to(torch::kFloat64) * spread + mu);
  if (of == Of::stretched) {
    const double low = logistic(mu + low_quantile * spread), high = logistic(mu + high_quantile * spread);
    s = (s - low) / (high - low);
    s = torch::where(s < least_stretched, 2 * least_stretched - s, s).clamp(0, 1);
    s = torch::where(choice > uniform_share, s,
                     least_stretched + (1 - least_stretched) * uniform.to(torch::kFloat64));
  }
  return (least + s * (most - least)).to(torch::kFloat32);
}

LatentScale ltx2_latent_scale(const catalog::ModelSource& source, torch::Device device) {
  const std::filesystem::path folder = source.part("vae");
  const auto config = Ltx2VaeConfig::from_json(read_json(folder / "config.json"));
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

Ltx2TrainingModel::Ltx2TrainingModel(const Family& family, const run::RunSettings& settings,
                                     const nn::ComponentOptions& options)
    : options_(options),
      spec_(family.spec()),
      scale_(ltx2_latent_scale(family.source(), options.device)),
      timesteps_(ltx2_timesteps_of(settings)),
      first_frame_share_(run::own_value<double>(settings, "model.ltx2.first_frame_conditioning")),
      transformer_(nn::load_component<Ltx2Transformer, Ltx2TransformerConfig>(
          family.source().part("transformer"), options)) {}

TrainingDraw Ltx2TrainingModel::draw(const TrainingBatch& batch, torch::Generator generator) const {
  const Tensor& z = batch.latents;
  const int64_t samples = z.size(0), tokens = z.size(2) * z.size(3) * z.size(4);
  const auto uniform = [&] {
    return torch::rand({samples}, generator, torch::TensorOptions(torch::kFloat32));
  };
  const Tensor normal = tensor::draw_normal({samples}, generator), even = uniform(), choice = uniform();
  TrainingDraw draw;
  draw.sigmas = timesteps_.sigmas(normal, even, choice, tokens);
  draw.timesteps = draw.sigmas * 1000;
  draw.noise = tensor::draw_normal(z.sizes(), generator);
  const Tensor given = uniform() < first_frame_share_;
  if (z.size(2) > 1) draw.first_frame_sigmas = draw.sigmas.masked_fill(given, 0);
  return draw;
}

TrainingDraw Ltx2TrainingModel::draw_at(const TrainingBatch& batch, double level,
                                        torch::Generator generator) const {
  return draw_at_sigma(batch, level, std::move(generator));
}

TrainingBatch Ltx2TrainingModel::example_batch(const catalog::Bucket& size, int64_t samples) const {
  TrainingBatch batch =
      example_text_batch(spec_, size, samples, transformer_->config().text_width(), options_.dtype);
  batch.text.mask = Tensor();
  batch.fps = spec_.rules.fps;
  return batch;
}

const nn::RotaryTable& Ltx2TrainingModel::positions(const Tensor& latents, double fps) {
  const auto key = std::make_tuple(latents.size(2), latents.size(3), latents.size(4), fps);
  const auto found = positions_.find(key);
  if (found != positions_.end()) return found->second;
  const Tensor bounds = ltx2_bounds(latents.size(2), latents.size(3), latents.size(4), fps);
  return positions_.emplace(key, ltx2_video_rotary(transformer_->config(), bounds, options_.device))
      .first->second;
}

Tensor Ltx2TrainingModel::losses(const TrainingBatch& batch, const TrainingDraw& draw,
                                 const nn::BlockRunner& runner) {
  const torch::Device device = options_.device;
  const Tensor x = scale_.to_model(tensor::upload(batch.latents.to(torch::kFloat32), device));
  const Tensor noise = tensor::upload(draw.noise, device), sigmas = tensor::upload(draw.sigmas, device);
  const int64_t frames = x.size(2), plane = x.size(3) * x.size(4);
  Tensor levels = sigmas.unsqueeze(1).expand({-1, frames}), given;  // [B, F], [B, 1, 1]
  if (draw.first_frame_sigmas.defined()) {
    const Tensor first = tensor::upload(draw.first_frame_sigmas, device);
    levels = torch::cat({first.unsqueeze(1), levels.slice(1, 1)}, 1);
    given = (first == 0).view({-1, 1, 1});
  }
  const Tensor noisy = schedulers::add_noise(x, noise, levels.view({x.size(0), 1, frames, 1, 1}));
  const Tensor times = given.defined() ? levels.repeat_interleave(plane, 1) * 1000 : sigmas * 1000;
  const auto input = ltx2_input(ltx_pack(noisy), times, sigmas * 1000, batch.text.embeds, options_.dtype);
  const double fps = batch.fps > 0 ? batch.fps : spec_.rules.fps;
  Tensor predicted = transformer_->forward(input, positions(batch.latents, fps), runner), weights;
  const Tensor clean = ltx_pack(x), noises = ltx_pack(noise);
  if (given.defined()) {  // tokens of a given frame are left out of the loss
    const Tensor target = (noises - clean).to(predicted.scalar_type());
    const Tensor first = torch::where(given, target.narrow(1, 0, plane), predicted.narrow(1, 0, plane));
    predicted = torch::cat({first, predicted.slice(1, plane)}, 1);
    const double larger = static_cast<double>(frames) / static_cast<double>(std::max<int64_t>(1, frames - 1));
    weights = torch::where(given.flatten(), larger, 1.0).to(torch::kFloat32);
  }
  return nn::weighted_losses({predicted, noises, clean, {}, {}, weights});
}

}  // namespace fw::families
