// SPDX-License-Identifier: Apache-2.0
#include "families/framepack/objective.h"

#include "encoders/siglip.h"
#include "families/flow_settings.h"
#include "families/framepack/sampling.h"
#include "families/hunyuan_video/sampling.h"
#include "families/hunyuan_video/vae.h"
#include "nn/weighted_loss.h"
#include "tensor/copy_stream.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"

namespace fw::families {

using torch::Tensor;

namespace {

constexpr ErrorCode no_section{
    "families.no_section",
    FW_TEXT("errors", "A clip of {frames} latent frames has no section of {window} behind its first frame."),
    FW_TEXT("errors", "Train on clips that are longer, or on shorter sections."), Blame::input};

}  // namespace

FramePackTrainingModel::FramePackTrainingModel(const Family& family, const run::RunSettings& settings,
                                               const nn::ComponentOptions& options)
    : options_(options),
      spec_(family.spec()),
      scaling_factor_(
          HunyuanVaeConfig::from_json(read_json(family.source().part("vae") / "config.json")).scaling_factor),
      flow_(flow_settings(settings)),
      order_(framepack_order(run::own_value<std::string>(settings, "model.framepack.sampling_type"))),
      window_(run::own_value<int64_t>(settings, "model.framepack.latent_window_size")),
      guidance_(run::own_value<double>(settings, "model.framepack.embedded_guidance_scale")),
      transformer_(nn::load_component<FramePackTransformer, FramePackTransformerConfig>(
          family.source().part("transformer"), options)) {
  const int64_t side =
      encoders::SiglipConfig::from_json(read_json(family.source().part("image_encoder") / "config.json"))
          .patches_along_side();
  image_tokens_ = side * side;
}

TrainingDraw FramePackTrainingModel::draw_section(const TrainingBatch& batch,
                                                  torch::Generator& generator) const {
  const Tensor& z = batch.latents;
  if (z.size(2) <= window_) throw Error(no_section, {{"frames", z.size(2)}, {"window", window_}});
  TrainingDraw draw;
  draw.section =
      torch::randint(sections_of(z), {}, generator, torch::TensorOptions(torch::kInt64)).item<int64_t>();
  std::vector<int64_t> shape = z.sizes().vec();
  shape[2] = window_;
  draw.noise = tensor::draw_normal(shape, generator);
  return draw;
}

TrainingDraw FramePackTrainingModel::draw(const TrainingBatch& batch, torch::Generator generator) const {
  TrainingDraw draw = draw_section(batch, generator);
  const auto& z = draw.noise;
  draw.sigmas = schedulers::draw_sigmas(flow_, z.size(0), z.size(2) * z.size(3) * z.size(4), generator);
  draw.timesteps = draw.sigmas * 1000;
  return draw;
}

TrainingDraw FramePackTrainingModel::draw_at(const TrainingBatch& batch, double level,
                                             torch::Generator generator) const {
  TrainingDraw draw = draw_section(batch, generator);
  draw.sigmas = torch::full({batch.latents.size(0)}, level, torch::kFloat32);
  draw.timesteps = draw.sigmas * 1000;
  return draw;
}

TrainingBatch FramePackTrainingModel::example_batch(const catalog::Bucket& size, int64_t samples) const {
  const FramePackTransformerConfig& config = transformer_->config();
  TrainingBatch batch = example_text_batch(spec_, size, samples, config.text_embed_dim, options_.dtype);
  batch.text.pooled = tensor::example_input({samples, config.pooled_projection_dim}, options_.dtype);
  batch.image_embeds = tensor::example_input({samples, image_tokens_, config.image_proj_dim}, options_.dtype);
  return batch;
}

const nn::RotaryTable& FramePackTrainingModel::positions(const FramePackPlaces& places, const Tensor& x,
                                                         int64_t text) {
  const std::array<int64_t, 4> key{static_cast<int64_t>(places.window.front()), x.size(3), x.size(4), text};
  const auto found = positions_.find(key);
  if (found != positions_.end()) return found->second;
  return positions_
      .emplace(key,
               framepack_rotary(transformer_->config(), places, x.size(3), x.size(4), text, options_.device))
      .first->second;
}

Tensor FramePackTrainingModel::losses(const TrainingBatch& batch, const TrainingDraw& draw,
                                      const nn::BlockRunner& runner) {
  const torch::Device device = options_.device;
  const auto frames = [&](int64_t from, int64_t to) { return batch.latents.slice(2, from, to); };
  const auto scaled = [&](const Tensor& raw) {
    return tensor::upload(raw.to(torch::kFloat32), device) * scaling_factor_;
  };
  const int64_t from = 1 + draw.section * window_, to = from + window_;
  const Tensor x = scaled(frames(from, to)), noise = tensor::upload(draw.noise, device),
               sigmas = tensor::upload(draw.sigmas, device);
  const bool forward = order_ == FramePackOrder::vanilla;
  const auto seen =
      framepack_history(order_, frames(0, 1), forward ? frames(0, from) : frames(to, batch.latents.size(2)));
  auto input = framepack_input(batch.text, batch.image_embeds,
                               {.window = {},
                                .clean = scaled(seen.clean),
                                .history_2x = scaled(seen.history_2x),
                                .history_4x = scaled(seen.history_4x)},
                               options_.dtype);
  hunyuan_set_step(input, schedulers::add_noise(x, noise, sigmas.view({-1, 1, 1, 1, 1})),
                   schedulers::whole_timesteps(sigmas), guidance_, options_.dtype);
  const auto& rotary = positions(framepack_places(order_, window_, draw.section, sections_of(batch.latents)),
                                 x, batch.text.embeds.size(1) + batch.image_embeds.size(1));
  const Tensor predicted = transformer_->forward(input, rotary, runner);
  return nn::weighted_losses({predicted, noise, x, {}, {}, schedulers::loss_weights(flow_, sigmas)});
}

}  // namespace fw::families
