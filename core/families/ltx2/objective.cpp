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

Ltx2SoundTraining ltx2_sound_training(const run::RunSettings& run) {
  using enum Ltx2SoundTraining::Missing;
  Ltx2SoundTraining sound;
  sound.on = run::own_value<bool>(run, "model.ltx2.sound");
  if (sound.on && run.ulysses * run.ring > 1) throw Error(ltx2_sound_split);
  const auto missing = run::own_value<std::string>(run, "model.ltx2.missing_sound"),
             times = run::own_value<std::string>(run, "model.ltx2.crossing_times");
  sound.missing = missing == "noise" ? noise : missing == "zeros" ? zeros : absent;
  sound.crossing = times == "own"     ? Ltx2CrossingTimes::own
                   : times == "other" ? Ltx2CrossingTimes::other
                                      : Ltx2CrossingTimes::original;
  sound.weight = run::own_value<double>(run, "model.ltx2.sound_loss_weight");
  return sound;
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
      sound_(ltx2_sound_training(settings)),
      transformer_(ltx2_load_transformer(family.source(), sound_.on, options)) {
  if (!sound_.on) return;
  sound_scale_ = ltx2_sound_scale(family.source(), options.device);
  sound_channels_ = ltx2_audio_vae_config(family.source()).latent_channels;
}

int64_t Ltx2TrainingModel::sound_tokens(const TrainingBatch& batch) const {
  if (batch.sound_latents.defined()) return batch.sound_latents.size(2);
  const int64_t frames = (batch.latents.size(2) - 1) * spec_.latent.temporal_factor + 1;
  return ltx2_sound_tokens(frames, fps_of(batch), transformer_->config().audio_latent_rate());
}

void Ltx2TrainingModel::draw_sound(const TrainingBatch& batch, torch::Generator generator,
                                   TrainingDraw& draw) const {
  if (!sound_.on) return;
  draw.sound_noise = tensor::draw_normal(
      {batch.latents.size(0), sound_tokens(batch), transformer_->config().audio_in_channels}, generator);
}

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
  draw_sound(batch, generator, draw);  // last: runs without sound draw the same numbers
  return draw;
}

TrainingDraw Ltx2TrainingModel::draw_at(const TrainingBatch& batch, double level,
                                        torch::Generator generator) const {
  TrainingDraw draw = draw_at_sigma(batch, level, generator);
  draw_sound(batch, generator, draw);
  return draw;
}

TrainingBatch Ltx2TrainingModel::example_batch(const catalog::Bucket& size, int64_t samples) const {
  TrainingBatch batch =
      example_text_batch(spec_, size, samples, transformer_->config().text_width(), options_.dtype);
  batch.text.mask = Tensor();
  batch.fps = spec_.rules.fps;
  if (!sound_.on) return batch;
  const Ltx2TransformerConfig& config = transformer_->config();
  const int64_t width = config.audio_in_channels, bins = width / sound_channels_;
  batch.text.second_embeds =
      tensor::example_input({samples, batch.text.embeds.size(1), config.audio_text_width()}, options_.dtype);
  batch.sound_latents =
      tensor::example_input({samples, sound_channels_, sound_tokens(batch), bins}, torch::kFloat32);
  return batch;
}

const Ltx2Rotary& Ltx2TrainingModel::positions(const Tensor& latents, double fps, int64_t sound_tokens) {
  const auto key = std::make_tuple(latents.size(2), latents.size(3), latents.size(4), fps, sound_tokens);
  const auto found = positions_.find(key);
  if (found != positions_.end()) return found->second;
  const Tensor bounds = ltx2_bounds(latents.size(2), latents.size(3), latents.size(4), fps);
  return positions_
      .emplace(key, ltx2_rotary_of(transformer_->config(), bounds, sound_tokens, options_.device))
      .first->second;
}

Ltx2TrainingModel::Sound Ltx2TrainingModel::sound_of(const TrainingBatch& batch, const TrainingDraw& draw,
                                                     const Tensor& sigmas) const {
  using enum Ltx2SoundTraining::Missing;
  Sound sound;
  if (!sound_.on || (!batch.sound_latents.defined() && sound_.missing == absent)) return sound;
  const torch::Device device = options_.device;
  sound.noise = tensor::upload(draw.sound_noise, device);
  const Tensor levels = sigmas.view({-1, 1, 1});
  const Tensor without = sound_.missing == noise ? sound.noise : levels * sound.noise;
  if (!batch.sound_latents.defined()) {
    sound.noisy = without;
    return sound;
  }
  const Tensor raw = tensor::upload(batch.sound_latents.to(torch::kFloat32), device);
  sound.clean = sound_scale_.to_model(ltx2_pack_sound(raw));
  sound.noisy = schedulers::add_noise(sound.clean, sound.noise, levels);
  if (batch.has_sound.defined()) {
    const Tensor has = tensor::upload(batch.has_sound, device);
    sound.noisy = torch::where(has.view({-1, 1, 1}), sound.noisy, without);
    sound.there = has.to(torch::kFloat32);
  }
  return sound;
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
  auto input = ltx2_input(ltx_pack(noisy), times, sigmas * 1000, batch.text.embeds, options_.dtype);
  const Sound sound = sound_of(batch, draw, sigmas);
  int64_t tokens = 0;
  if (sound.noisy.defined()) {
    input.sound = ltx2_sound_input(sound.noisy, sigmas * 1000, batch.text.second_embeds, options_.dtype);
    input.sound.crossing = sound_.crossing;
    tokens = sound.noisy.size(1);
  }
  const Ltx2Velocity velocity =
      transformer_->forward(input, positions(batch.latents, fps_of(batch), tokens), runner);
  Tensor predicted = velocity.video, weights;
  const Tensor clean = ltx_pack(x), noises = ltx_pack(noise);
  if (given.defined()) {  // tokens of a given frame are left out of the loss
    const Tensor target = (noises - clean).to(predicted.scalar_type());
    const Tensor first = torch::where(given, target.narrow(1, 0, plane), predicted.narrow(1, 0, plane));
    predicted = torch::cat({first, predicted.slice(1, plane)}, 1);
    const double larger = static_cast<double>(frames) / static_cast<double>(std::max<int64_t>(1, frames - 1));
    weights = torch::where(given.flatten(), larger, 1.0).to(torch::kFloat32);
  }
  const Tensor of_video = nn::weighted_losses({predicted, noises, clean, {}, {}, weights});
  sound_losses_ = Tensor();
  if (!sound.clean.defined()) return of_video;
  const Tensor of_sound =
      nn::weighted_losses({velocity.sound, sound.noise, sound.clean, {}, {}, sound.there});
  sound_losses_ = of_sound.detach();
  return of_video + (sound_.weight == 1 ? of_sound : of_sound * sound_.weight);
}

}  // namespace fw::families
