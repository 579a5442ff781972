// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "adapters/lora.h"
#include "adapters/lora_file.h"
#include "catalog/model_config.h"
#include "encoders/clip_vision.h"
#include "encoders/siglip.h"
#include "encoders/text_encoders.h"
#include "parity/components.h"

namespace fw::parity {
namespace {

nn::ComponentOptions on(const Settings& settings) {
  return {.dtype = settings.dtype, .device = settings.device};
}

void attach_lora(nn::Module& transformer, const Case& c, const Settings& settings) {
  const std::string suffix = ".lora_A.weight";
  const Tensors tensors = c.inputs_with_prefix("lora.transformer.");
  if (tensors.empty()) return;
  adapters::Lora lora;
  for (const auto& [key, a] : tensors) {
    if (!key.ends_with(suffix)) continue;
    const std::string path = key.substr(0, key.size() - suffix.size());
    lora.modules[path] = {a, tensors.at(path + ".lora_B.weight"), c.param<double>("lora_alpha")};
  }
  adapters::attach(transformer, adapters::to(lora, settings.device, torch::kFloat32),
                   c.param<double>("lora_weight"));
}

families::VaeTiling vae_tiling(const Case& c, const families::VideoVae& vae) {
  const bool planes = c.param("tiling", false);
  families::VaeTiling t = planes ? vae.default_tiling() : families::VaeTiling{};
  const auto read = [&](auto& member, const char* name) { member = c.param(name, member); };
  if (planes) {
    read(t.tile_sample_min_height, "tile_sample_min_height");
    read(t.tile_sample_min_width, "tile_sample_min_width");
    t.tile_overlap_factor_height = c.param("tile_overlap_factor", t.tile_overlap_factor_height);
    t.tile_overlap_factor_width = c.param("tile_overlap_factor", t.tile_overlap_factor_width);
    read(t.tile_overlap_factor_height, "tile_overlap_factor_height");
    read(t.tile_overlap_factor_width, "tile_overlap_factor_width");
    read(t.tile_sample_stride_height, "tile_sample_stride_height");
    read(t.tile_sample_stride_width, "tile_sample_stride_width");
  }
  if (!c.param("framewise", t.tile_sample_min_num_frames > 0)) {
    t.tile_sample_min_num_frames = t.tile_sample_stride_num_frames = 0;
    return t;
  }
  if (t.tile_sample_min_num_frames == 0) {
    t.tile_sample_min_num_frames = 16;
    t.tile_sample_stride_num_frames = 8;
  }
  read(t.tile_sample_min_num_frames, "tile_sample_min_num_frames");
  read(t.tile_sample_stride_num_frames, "tile_sample_stride_num_frames");
  return t;
}

}  // namespace

families::VaeOptions vae_options(const Case& c, const families::VideoVae& vae) {
  families::VaeOptions options;
  options.slicing = c.param("slicing", false);
  options.keep_spare_frames = !c.param("drop_last_temporal_frames", true);
  if (c.param("tiling", false) || c.params.contains("framewise")) options.tiling = vae_tiling(c, vae);
  if (auto noises = c.numbered_inputs("inject_noise."); !noises.empty())
    options.injected_noise = [noises = std::move(noises), next = size_t{0}](torch::IntArrayRef) mutable {
      return noises.at(next++);
    };
  return options;
}

namespace {

std::unique_ptr<families::VideoVae> load_vae(const Case& c, const Settings& settings) {
  return families::open_family(model_of(c))->load_vae(on(settings));
}

}  // namespace

Tensors run_text_encoder(const Case& c, const Settings& settings) {
  const torch::Tensor mask = c.optional_input("attention_mask");
  const auto encoded = encoders::encode_tokens(
      model_of(c).part(c.param("subfolder", std::string("text_encoder"))),
      settings.place(c.input("input_ids")), mask.defined() ? settings.place(mask) : mask,
      c.param("num_hidden_layers_to_skip", int64_t{0}), on(settings));
  Tensors out;
  if (encoded.last_hidden_state.defined()) out["last_hidden_state"] = encoded.last_hidden_state;
  if (encoded.hidden_states.defined()) out["hidden_states"] = encoded.hidden_states;
  if (encoded.hidden_state.defined()) out["hidden_state"] = encoded.hidden_state;
  if (encoded.pooled.defined()) out["pooler_output"] = encoded.pooled;
  return out;
}

Tensors run_image_encoder(const Case& c, const Settings& settings) {
  const torch::NoGradGuard no_grad;
  const auto folder = model_of(c).part(c.param("subfolder", std::string("image_encoder")));
  const torch::Tensor pixels = settings.place(c.input("pixel_values"));
  if (catalog::class_of(read_json(folder / "config.json")).starts_with("CLIPVisionModel")) {
    const auto clip =
        nn::load_component<encoders::ClipVision, encoders::ClipVisionConfig>(folder, on(settings));
    const torch::Tensor last = clip->forward(pixels, 0);
    return {{"hidden_state", clip->forward(pixels, 1)},
            {"last_hidden_state", last},
            {"pooler_output", clip->pooled(last)}};
  }
  const auto encoder = nn::load_component<encoders::Siglip, encoders::SiglipConfig>(folder, on(settings));
  const torch::Tensor states = encoder->forward(pixels);
  return {{"last_hidden_state", states}, {"pooler_output", encoder->pooled(states)}};
}

Tensors run_image_preprocessing(const Case& c, const Settings&) {
  if (const auto file = c.model / "image_processor" / "preprocessor_config.json";
      std::filesystem::exists(file)) {
    const auto clip = encoders::ClipPreprocessing::from_json(read_json(file));
    const bool is_squeezed = c.param("method", std::string("clip")) == "original";
    return {{"pixel_values", is_squeezed ? clip.squeezed(c.input("image")) : clip.cropped(c.input("image"))}};
  }
  const auto config = read_json(c.model / "feature_extractor" / "preprocessor_config.json");
  return {{"pixel_values", encoders::SiglipPreprocessing::from_json(config).apply(c.input("image"))}};
}

Tensors run_vae_encode(const Case& c, const Settings& settings) {
  const auto vae = load_vae(c, settings);
  const auto posterior = vae->encode(settings.place(c.input("video")), vae_options(c, *vae));
  Tensors out{{"mean", posterior.mean},
              {"logvar", posterior.logvar},
              {"mode_latents", vae->latent_scale().to_model(posterior.mean)}};
  if (const torch::Tensor noise = c.optional_input("noise"); noise.defined()) {
    out["sample"] = posterior.sample(settings.place(noise));
    out["latents"] = vae->latent_scale().to_model(out["sample"]);
  }
  return out;
}

Tensors run_vae_decode(const Case& c, const Settings& settings) {
  const auto vae = load_vae(c, settings);
  const torch::Tensor timestep = c.optional_input("temb");
  return {
      {"video", vae->decode(settings.place(c.input("latents")),
                            timestep.defined() ? settings.place(timestep) : timestep, vae_options(c, *vae))}};
}

Tensors run_transformer_forward(const Case& c, const Settings& settings) {
  const auto model = open_family(c)->load_transformer(on(settings));
  attach_lora(*model, c, settings);
  if (c.params.contains("lora")) attach_lora_file(*model, c, settings);
  const torch::NoGradGuard no_grad;
  return outputs_of(*model, c, settings, {});
}

/// The change of some modules' parameters by a LoRA file, and the number of modules that it changes.
Tensors run_lora_load(const Case& c, const Settings& settings) {
  const auto model = families::open_family(model_of(c))->load_transformer(on(settings));
  const auto file = c.path.parent_path() / c.param<std::string>("lora");
  const auto lora = adapters::load_lora(file, adapters::lora_target(*model, family_of(c)->id)).lora;
  std::set<std::string> changed;
  for (const auto& [path, module] : lora.modules) changed.insert(path);
  for (const auto& [name, change] : lora.changes) changed.insert(name.substr(0, name.rfind('.')));
  Tensors out{{"count", torch::tensor({static_cast<int64_t>(changed.size())}, torch::kInt64)}};
  const auto weight = c.param<double>("lora_weight");
  for (const auto& path : c.param<std::vector<std::string>>("modules")) {
    if (const auto module = lora.modules.find(path); module != lora.modules.end())
      out["delta." + path + ".weight"] = adapters::weight_change(module->second) * weight;
    if (const auto change = lora.changes.find(path + ".bias"); change != lora.changes.end())
      out["delta." + path + ".bias"] = change->second.to(torch::kFloat32) * weight;
  }
  return out;
}

}  // namespace fw::parity
