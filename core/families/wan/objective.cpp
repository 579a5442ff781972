// SPDX-License-Identifier: Apache-2.0
#include "families/wan/objective.h"

#include <algorithm>

#include "encoders/image_encoder.h"
#include "families/flow_settings.h"
#include "families/wan/vae.h"
#include "nn/weighted_loss.h"
#include "tensor/copy_stream.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"

namespace fw::families {

using torch::Tensor;

namespace {

constexpr ErrorCode lora_only{
    "families.lora_only", FW_TEXT("errors", "A full fine-tune trains only one of this model's two experts."),
    FW_TEXT("errors", "Set model.wan.expert to high or low, or train a LoRA."), Blame::input};

/// Reads the VAE's latent scale without loading the VAE.
LatentScale scale_of(const catalog::ModelSource& source, torch::Device device) {
  const auto config = WanVaeConfig::from_json(read_json(source.part("vae") / "config.json"));
  const auto numbers = [&](const std::vector<double>& list) {
    return torch::tensor(list, torch::kFloat32).to(device);
  };
  return {.factor = 1, .mean = numbers(config.latents_mean), .deviation = numbers(config.latents_std)};
}

int64_t image_tokens(const catalog::ModelSource& source, const WanTransformerConfig& config) {
  if (!config.image_dim) return 0;
  if (config.pos_embed_seq_len) return *config.pos_embed_seq_len;
  return encoders::image_embedding_size(catalog::EncoderSpec::Kind::clip_vision, source.part("image_encoder"))
      .front();
}

nlohmann::json index_of(const catalog::ModelSource& source) {
  const std::filesystem::path index = source.root() / "model_index.json";
  std::error_code missing;
  return std::filesystem::exists(index, missing) ? read_json(index) : nlohmann::json();
}

FlowTimesteps timesteps_of(const run::RunSettings& run) {
  FlowTimesteps timesteps = wan_timesteps(run::own_value<std::string>(run, "model.wan.timesteps"));
  timesteps.flow = flow_settings(run);
  timesteps.least = run::own_value<double>(run, "model.wan.min_timestep") / 1000;
  timesteps.most = run::own_value<double>(run, "model.wan.max_timestep") / 1000;
  timesteps.drops = run::own_value<bool>(run, "model.wan.preserve_distribution_shape");
  return timesteps;
}

/// Prefers the model folder's configuration, if any: a single file does not store the number of heads.
std::unique_ptr<WanTransformer> load_network(const catalog::ModelSource& source, const std::string& part,
                                             const nn::ComponentOptions& options) {
  const std::filesystem::path folder = source.part(part), own = source.root() / part;
  std::error_code missing;
  const bool has_own = std::filesystem::exists(own / "config.json", missing);
  const tensor::PhaseScope phase(tensor::Phase::loading);
  const auto config = WanTransformerConfig::from_json(read_json((has_own ? own : folder) / "config.json"));
  auto network =
      std::make_unique<WanTransformer>(config, torch::TensorOptions(torch::kMeta).dtype(options.dtype));
  nn::load_component(*network, folder, options, network->block_lists());
  return network;
}

}  // namespace

FlowTimesteps wan_timesteps(std::string_view trainer) {
  FlowTimesteps timesteps;
  timesteps.whole = trainer == "finetrainers";
  if (trainer == "musubi-tuner") timesteps.offset = 1;
  return timesteps;
}

WanSampling wan_sampling(const catalog::ModelSource& source) {
  const nlohmann::json index = index_of(source);
  WanSampling sampling;
  sampling.scheduler = read_json(source.part("scheduler") / "scheduler_config.json");
  sampling.pictures = wan_pictures(index, read_json(source.part("transformer") / "config.json"),
                                   read_json(source.part("vae") / "config.json"));
  if (index.contains("boundary_ratio") && index.at("boundary_ratio").is_number())
    sampling.border = index.at("boundary_ratio");
  return sampling;
}

std::unique_ptr<VideoTransformer> wan_load_transformer(const catalog::ModelSource& source,
                                                       const nn::ComponentOptions& options) {
  if (wan_sampling(source).border == 0) return load_network(source, "transformer", options);
  // With weights_on_host, the streamer moves weights to the device, so WanExperts must not.
  const bool moves = !options.weights_on_host && !options.device.is_cpu();
  nn::ComponentOptions each = options;
  each.weights_on_host = options.weights_on_host || moves;
  return std::make_unique<WanExperts>(load_network(source, "transformer", each),
                                      load_network(source, "transformer_2", each),
                                      moves ? std::optional(options.device) : std::nullopt);
}

WanTrainingModel::WanTrainingModel(const Family& family, const run::RunSettings& settings,
                                   const nn::ComponentOptions& options)
    : options_(options), spec_(family.spec()), scale_(scale_of(family.source(), options.device)) {
  WanSampling sampling = wan_sampling(family.source());
  const auto own_border = run::own_value<double>(settings, "validation.wan.boundary_ratio");
  if (sampling.border > 0 && own_border > 0) sampling.border = own_border;
  const auto expert = run::own_value<std::string>(settings, "model.wan.expert");
  const bool low = expert == "low", one = low || expert == "high";
  pictures_ = sampling.pictures;
  if (pictures_ == WanPictures::first_frame && settings.task != catalog::VideoTask::image_to_video)
    pictures_ = WanPictures::none;
  timesteps_ = timesteps_of(settings);
  if (sampling.border == 0) {
    transformer_ = load_network(family.source(), "transformer", options);
  } else if (one) {  // trains it at the timesteps at which sampling uses it
    double& end = low ? timesteps_.most : timesteps_.least;
    end = low ? std::min(end, sampling.border) : std::max(end, sampling.border);
    if (low) part_ = "transformer_2";
    transformer_ = load_network(family.source(), part_, options);
  } else {
    if (settings.training_type != run::TrainingType::lora) throw Error(lora_only, {});
    border_ = sampling.border;
    shared_ = expert == "shared";
    transformer_ = wan_load_transformer(family.source(), options);
  }
  timesteps_.check_range();
  config_ = wan_network_at(*transformer_, 1000, border_).config();
  image_tokens_ = image_tokens(family.source(), config_);
}

TrainingDraw WanTrainingModel::draw(const TrainingBatch& batch, torch::Generator generator) const {
  TrainingDraw draw;
  draw.sigmas = timesteps_.draw(batch.latents.size(0), border_, generator);
  draw.timesteps = draw.sigmas * 1000;
  draw.noise = tensor::draw_normal(batch.latents.sizes(), generator);
  return draw;
}

TrainingDraw WanTrainingModel::draw_at(const TrainingBatch& batch, double level,
                                       torch::Generator generator) const {
  return draw_at_sigma(batch, level, std::move(generator));
}

TrainingBatch WanTrainingModel::example_batch(const catalog::Bucket& size, int64_t samples) const {
  TrainingBatch batch = example_text_batch(spec_, size, samples, config_.text_dim, options_.dtype);
  batch.text.mask = Tensor();
  if (pictures_ == WanPictures::channels)
    batch.image_latents = tensor::example_input(batch.latents.sizes(), torch::kFloat32);
  if (config_.image_dim)
    batch.image_embeds = tensor::example_input({samples, image_tokens_, *config_.image_dim}, options_.dtype);
  return batch;
}

const nn::RotaryTable& WanTrainingModel::positions(const Tensor& latents) {
  const std::array<int64_t, 3> key{latents.size(2), latents.size(3), latents.size(4)};
  const auto found = positions_.find(key);
  if (found != positions_.end()) return found->second;
  return positions_.emplace(key, wan_rotary(config_, key[0], key[1], key[2], options_.device)).first->second;
}

WanTransformer& WanTrainingModel::network_at(const Tensor& sigmas) {
  const bool known = border_ > 0 && !sigmas.is_meta();  // a memory plan is the same for both networks
  const double timestep = known ? timesteps_.of_sigmas(sigmas)[0].item<double>() : 1000;
  WanTransformer& network = wan_network_at(*transformer_, timestep, border_);
  auto* const experts = dynamic_cast<WanExperts*>(transformer_.get());
  if (shared_ && experts != nullptr) experts->share_adapters();
  return network;
}

Tensor WanTrainingModel::losses(const TrainingBatch& batch, const TrainingDraw& draw,
                                const nn::BlockRunner& runner) {
  const torch::Device device = options_.device;
  const auto scaled = [&](const Tensor& raw) {
    return scale_.to_model(tensor::upload(raw.to(torch::kFloat32), device));
  };
  Tensor x = scaled(batch.latents), noise = tensor::upload(draw.noise, device);
  const Tensor sigmas = tensor::upload(draw.sigmas, device);
  WanPictureInput pictures;
  pictures.embeds = batch.image_embeds;
  // pos_embed_seq_len marks the models trained with a first and a last picture.
  if (pictures_ == WanPictures::channels)
    pictures.channels =
        wan_picture_channels(scaled(batch.image_latents), config_.pos_embed_seq_len.has_value());
  if (pictures_ == WanPictures::first_frame) pictures.first_frame = x.narrow(2, 0, 1);
  const auto input = wan_input(schedulers::add_noise(x, noise, sigmas), timesteps_.of_sigmas(sigmas),
                               pictures, batch.text.embeds, options_.dtype);
  Tensor predicted = network_at(draw.sigmas).forward(input, positions(batch.latents), runner);
  if (pictures.first_frame.defined() && x.size(2) > 1)  // excludes the first frame, which is given
    for (Tensor* const each : {&predicted, &x, &noise}) *each = each->narrow(2, 1, each->size(2) - 1);
  return nn::weighted_losses(
      {predicted, noise, x, {}, {}, schedulers::loss_weights(timesteps_.flow, sigmas)});
}

}  // namespace fw::families
