// SPDX-License-Identifier: Apache-2.0
#include "families/cogvideox/cases.h"

#include "families/cogvideox/transformer.h"
#include "nn/embeddings.h"

namespace fw::families {

namespace {

using cases::Case;
using cases::Settings;
using cases::Tensors;

torch::Tensor transformer(VideoTransformer& network, const Case& c, const Settings& settings,
                          const nn::BlockRunner& runner) {
  auto& model = dynamic_cast<CogVideoXTransformer&>(network);
  CogVideoXTransformerInput input{settings.place(c.input("hidden_states")),
                                  settings.place(c.input("encoder_hidden_states")),
                                  settings.place(c.input("timestep")), c.optional_input("ofs")};
  if (input.ofs.defined()) input.ofs = settings.place(input.ofs);
  const auto& x = input.hidden_states;
  const auto positions = model.positions({x.size(1), x.size(3), x.size(4)},
                                         input.encoder_hidden_states.size(1), settings.device);
  return model.forward(input, positions, runner);
}

/// The trainer that produced the cases multiplies a first frame's latent by the VAE's factor for every model.
/// This compensates for the scale at which diffusers samples from the model.
torch::Tensor as_scaled_there(const torch::Tensor& image_latents, const Case& c) {
  const nlohmann::json vae = c.config("vae");
  if (!image_latents.defined() || !vae.value("invert_scale_latents", false)) return image_latents;
  const auto factor = vae.at("scaling_factor").get<double>();
  return image_latents * (factor * factor);
}

std::pair<TrainingBatch, TrainingDraw> micro_batch(const Case& c, int64_t m) {
  const std::string end = "." + std::to_string(m);
  TrainingBatch batch;
  batch.latents = c.input("latents" + end);
  batch.text.embeds = c.input("prompt_embeds" + end);
  batch.image_latents = as_scaled_there(c.optional_input("image_latents" + end), c);
  TrainingDraw draw;
  draw.noise = c.input("noise" + end);
  draw.timesteps = c.input("timesteps" + end).to(torch::kFloat32);
  draw.image_dropped = c.params.contains("image_dropout") && c.params.at("image_dropout").at(m).get<bool>();
  return {batch, draw};
}

void sample(const Case& c, SampleInput& input, SampleHooks&) {
  input.own["validation.cogvideox.use_dynamic_cfg"] = c.param("use_dynamic_cfg", false);
}

Tensors rope(const Case& c, const Settings& settings) {
  CogVideoXTransformerConfig config;
  config.attention_head_dim = c.param<int64_t>("attention_head_dim");
  config.sample_height = c.param<int64_t>("sample_height");
  config.sample_width = c.param<int64_t>("sample_width");
  config.patch_size = c.param<int64_t>("patch_size");
  if (!c.params.at("patch_size_t").is_null()) config.patch_size_t = c.param<int64_t>("patch_size_t");
  const auto table = cogvideox_rotary(config,
                                      {c.param<int64_t>("latent_frames"), c.param<int64_t>("latent_height"),
                                       c.param<int64_t>("latent_width")},
                                      settings.device);
  const torch::Tensor rows = c.input("rows").to(settings.device);
  return {{"cos", table.cos().index_select(0, rows)}, {"sin", table.sin().index_select(0, rows)}};
}

Tensors pos_embed(const Case& c, const Settings&) {
  const torch::Tensor table = nn::sincos_3d(
      {c.param<int64_t>("grid_frames"), c.param<int64_t>("grid_height"), c.param<int64_t>("grid_width"),
       c.param<double>("temporal_interpolation_scale"), c.param<double>("spatial_interpolation_scale")},
      c.param<int64_t>("embed_dim"));
  return {{"pos_embed", table.index_select(0, c.input("rows"))}};
}

}  // namespace

FamilyCases cogvideox_cases() {
  using cases::Precision;
  return {.transformer = transformer,
          .micro_batch = micro_batch,
          .sample = sample,
          .more = {{"rope", {rope, Precision::full}}, {"pos_embed", {pos_embed, Precision::full}}}};
}

}  // namespace fw::families
