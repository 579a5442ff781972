// SPDX-License-Identifier: Apache-2.0
#include "adapters/lora.h"
#include "encoders/t5_encoder.h"
#include "families/cogvideox/transformer.h"
#include "families/cogvideox/vae.h"
#include "nn/load.h"
#include "parity/components.h"

namespace fw::parity {
namespace {

/// A component of the case's model folder with its weights.
template <class Config, class Model>
std::unique_ptr<Model> load_model(const Case& c, const std::string& name, const Settings& settings) {
  auto model = std::make_unique<Model>(Config::from_json(c.config(name)), torch::TensorOptions(torch::kMeta));
  nn::load_parameters(*model, tensor::Checkpoint::open(c.model / name), settings.dtype, settings.device);
  return model;
}

void attach_lora(nn::Module& model, const Case& c, const Settings& settings) {
  const std::string suffix = ".lora_A.weight";
  const Tensors tensors = c.inputs_with_prefix("lora.transformer.");
  if (tensors.empty()) return;
  adapters::Lora lora;
  for (const auto& [key, a] : tensors) {
    if (!key.ends_with(suffix)) continue;
    const std::string path = key.substr(0, key.size() - suffix.size());
    lora.modules[path] = {a, tensors.at(path + ".lora_B.weight"), c.param<double>("lora_alpha")};
  }
  adapters::attach(model, adapters::to(lora, settings.device, torch::kFloat32),
                   c.param<double>("lora_weight"));
}

families::VaeOptions vae_options(const Case& c, const families::CogVideoXVae& vae) {
  families::VaeOptions options;
  options.slicing = c.param("slicing", false);
  if (!c.param("tiling", false)) return options;
  families::VaeTiling t = vae.default_tiling();
  t.tile_sample_min_height = c.param("tile_sample_min_height", t.tile_sample_min_height);
  t.tile_sample_min_width = c.param("tile_sample_min_width", t.tile_sample_min_width);
  t.tile_overlap_factor_height = c.param("tile_overlap_factor_height", t.tile_overlap_factor_height);
  t.tile_overlap_factor_width = c.param("tile_overlap_factor_width", t.tile_overlap_factor_width);
  options.tiling = t;
  return options;
}

auto load_vae(const Case& c, const Settings& settings) {
  return load_model<families::CogVideoXVaeConfig, families::CogVideoXVae>(c, "vae", settings);
}

}  // namespace

Tensors run_text_encoder(const Case& c, const Settings& settings) {
  auto model = load_model<encoders::T5EncoderConfig, encoders::T5Encoder>(c, "text_encoder", settings);
  const torch::NoGradGuard no_grad;
  const torch::Tensor mask = c.optional_input("attention_mask");
  return {{"last_hidden_state", model->forward(settings.place(c.input("input_ids")),
                                               mask.defined() ? settings.place(mask) : mask)}};
}

Tensors run_vae_encode(const Case& c, const Settings& settings) {
  auto vae = load_vae(c, settings);
  const auto posterior = vae->encode(settings.place(c.input("video")), vae_options(c, *vae));
  return {{"mean", posterior.mean}, {"logvar", posterior.logvar}};
}

Tensors run_vae_decode(const Case& c, const Settings& settings) {
  auto vae = load_vae(c, settings);
  return {{"video", vae->decode(settings.place(c.input("latents")), {}, vae_options(c, *vae))}};
}

Tensors run_transformer_forward(const Case& c, const Settings& settings) {
  auto model = load_model<families::CogVideoXTransformerConfig, families::CogVideoXTransformer>(
      c, "transformer", settings);
  attach_lora(*model, c, settings);
  const torch::NoGradGuard no_grad;
  families::CogVideoXTransformerInput input{settings.place(c.input("hidden_states")),
                                            settings.place(c.input("encoder_hidden_states")),
                                            settings.place(c.input("timestep")), c.optional_input("ofs")};
  if (input.ofs.defined()) input.ofs = settings.place(input.ofs);
  const auto& x = input.hidden_states;
  const auto positions = model->positions({x.size(1), x.size(3), x.size(4)},
                                          input.encoder_hidden_states.size(1), settings.device);
  return {{"sample", model->forward(input, positions)}};
}

}  // namespace fw::parity
