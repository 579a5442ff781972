// SPDX-License-Identifier: Apache-2.0
#include "families/hunyuan_video_15/objective.h"

#include "encoders/image_encoder.h"
#include "families/flow_settings.h"
#include "families/hunyuan_video_15/sampling.h"
#include "families/hunyuan_video_15/vae.h"
#include "nn/weighted_loss.h"
#include "tensor/copy_stream.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"

namespace fw::families {

using torch::Tensor;

namespace {

constexpr std::string_view hunyuan15_musubi = "musubi-tuner";

FlowTimesteps hunyuan15_timesteps_of(const run::RunSettings& run) {
  FlowTimesteps timesteps =
      hunyuan15_timesteps(run::own_value<std::string>(run, "model.hunyuan_video_15.timesteps"));
  timesteps.flow = flow_settings(run);
  timesteps.uniform_share = run::own_value<double>(run, "model.hunyuan_video_15.uniform_share");
  timesteps.least = run::own_value<double>(run, "model.hunyuan_video_15.min_timestep") / 1000;
  timesteps.most = run::own_value<double>(run, "model.hunyuan_video_15.max_timestep") / 1000;
  timesteps.drops = run::own_value<bool>(run, "model.hunyuan_video_15.preserve_distribution_shape");
  return timesteps;
}

double scaling_factor_of(const catalog::ModelSource& source) {
  return Hunyuan15VaeConfig::from_json(read_json(source.part("vae") / "config.json")).scaling_factor;
}

}  // namespace

FlowTimesteps hunyuan15_timesteps(std::string_view trainer) {
  FlowTimesteps timesteps;
  timesteps.drops = false;
  if (trainer == hunyuan15_musubi) timesteps.offset = 1;
  return timesteps;
}

std::unique_ptr<Hunyuan15Transformer> hunyuan15_load_transformer(const catalog::ModelSource& source,
                                                                 const nn::ComponentOptions& options) {
  const std::filesystem::path folder = source.part("transformer"),
                              own = source.root() / "transformer" / "config.json";
  nlohmann::json json = read_json(folder / "config.json");
  std::error_code missing;
  if (std::filesystem::exists(own, missing)) {
    const nlohmann::json known = read_json(own);
    for (const char* name : {"rope_axes_dim", "rope_theta"})
      if (known.contains(name)) json[name] = known.at(name);
  }
  const tensor::PhaseScope phase(tensor::Phase::loading);
  auto network = std::make_unique<Hunyuan15Transformer>(
      Hunyuan15TransformerConfig::from_json(json), torch::TensorOptions(torch::kMeta).dtype(options.dtype));
  nn::load_component(*network, folder, options, network->block_lists());
  return network;
}

Hunyuan15TrainingModel::Hunyuan15TrainingModel(const Family& family, const run::RunSettings& settings,
                                               const nn::ComponentOptions& options)
    : options_(options),
      spec_(family.spec()),
      scaling_factor_(scaling_factor_of(family.source())),
      with_pictures_(settings.task == catalog::VideoTask::image_to_video),
      unscaled_(run::own_value<std::string>(settings, "model.hunyuan_video_15.timesteps") ==
                hunyuan15_musubi),
      picture_dropout_(run::own_value<double>(settings, "model.hunyuan_video_15.picture_dropout_p")),
      timesteps_(hunyuan15_timesteps_of(settings)),
      transformer_(hunyuan15_load_transformer(family.source(), options)) {
  timesteps_.check_range();
  if (const catalog::EncoderSpec* const encoder = spec_.image_encoder(); encoder && with_pictures_)
    image_size_ = encoders::image_embedding_size(encoder->kind, family.source().part(encoder->part));
}

TrainingDraw Hunyuan15TrainingModel::draw(const TrainingBatch& batch, torch::Generator generator) const {
  TrainingDraw draw;
  draw.sigmas = timesteps_.draw(batch.latents.size(0), 0, generator);
  draw.timesteps = draw.sigmas * 1000;
  draw.noise = tensor::draw_normal(batch.latents.sizes(), generator);
  if (with_pictures_ && picture_dropout_ > 0)
    draw.image_dropped =
        torch::rand({1}, generator, torch::TensorOptions(torch::kFloat64)).item<double>() < picture_dropout_;
  return draw;
}

TrainingDraw Hunyuan15TrainingModel::draw_at(const TrainingBatch& batch, double level,
                                             torch::Generator generator) const {
  return draw_at_sigma(batch, level, std::move(generator));
}

TrainingBatch Hunyuan15TrainingModel::example_batch(const catalog::Bucket& size, int64_t samples) const {
  const Hunyuan15TransformerConfig& config = transformer_->config();
  TrainingBatch batch = example_text_batch(spec_, size, samples, config.text_embed_dim, options_.dtype);
  const int64_t glyphs = spec_.encoders.at(1).token_limit;
  batch.text.second_embeds =
      tensor::example_input({samples, glyphs, config.text_embed_2_dim}, options_.dtype);
  batch.text.second_mask = tensor::example_input({samples, glyphs}, torch::kInt64);
  if (image_size_[0] > 0)
    batch.image_embeds = tensor::example_input({samples, image_size_[0], image_size_[1]}, options_.dtype);
  return batch;
}

const nn::RotaryTable& Hunyuan15TrainingModel::positions(const Tensor& latents) {
  const std::array<int64_t, 3> key{latents.size(2), latents.size(3), latents.size(4)};
  const auto found = positions_.find(key);
  if (found != positions_.end()) return found->second;
  return positions_
      .emplace(key, hunyuan_rotary(transformer_->config(), key[0], key[1], key[2], 0, options_.device))
      .first->second;
}

Tensor Hunyuan15TrainingModel::first_frame(const TrainingBatch& batch, const Tensor& x) const {
  if (!unscaled_) return x.narrow(2, 0, 1);
  const Tensor& latents = batch.image_latents.defined() ? batch.image_latents : batch.latents;
  return tensor::upload(latents.narrow(2, 0, 1).to(torch::kFloat32), options_.device);
}

Tensor Hunyuan15TrainingModel::losses(const TrainingBatch& batch, const TrainingDraw& draw,
                                      const nn::BlockRunner& runner) {
  const torch::Device device = options_.device;
  const Tensor x = tensor::upload(batch.latents.to(torch::kFloat32), device) * scaling_factor_;
  const Tensor noise = tensor::upload(draw.noise, device), sigmas = tensor::upload(draw.sigmas, device);
  const bool with_picture = with_pictures_ && !draw.image_dropped;
  auto input =
      hunyuan15_input(batch.text, with_picture ? batch.image_embeds : Tensor(), device, options_.dtype);
  hunyuan15_set_step(input, schedulers::add_noise(x, noise, sigmas),
                     hunyuan15_condition(x, with_picture ? first_frame(batch, x) : Tensor()),
                     timesteps_.of_sigmas(sigmas), options_.dtype);
  const Tensor predicted = transformer_->forward(input, positions(batch.latents), runner);
  return nn::weighted_losses(
      {predicted, noise, x, {}, {}, schedulers::loss_weights(timesteps_.flow, sigmas)});
}

}  // namespace fw::families
