// SPDX-License-Identifier: Apache-2.0
#include "adapters/lora.h"
#include "adapters/lora_file.h"
#include "adapters/module_match.h"
#include "encoders/text_encoding.h"
#include "families/cogvideox/sampling.h"
#include "families/cogvideox/transformer.h"
#include "families/cogvideox/vae.h"
#include "parity/components.h"
#include "text/t5_tokenizer.h"

namespace fw::parity {
namespace {

/// A prompt parameter is one text or a list of them.
std::vector<std::string> prompts_of(const Case& c, const char* name) {
  const nlohmann::json& value = c.params.at(name);
  return value.is_array() ? value.get<std::vector<std::string>>()
                          : std::vector<std::string>{value.get<std::string>()};
}

void set_text(const Case& c, const Settings& settings, families::DenoiseInput& input) {
  if (!c.params.contains("prompt")) {
    input.prompt_embeds = settings.place(c.input("prompt_embeds"));
    const torch::Tensor negative = c.optional_input("negative_prompt_embeds");
    if (negative.defined()) input.negative_prompt_embeds = settings.place(negative);
    return;
  }
  const auto encoder = encoders::load_text_encoder(c.model, settings.dtype, settings.device);
  const auto tokenizer = text::T5Tokenizer::open(c.model / "tokenizer");
  const auto length = c.param<int64_t>("max_sequence_length");
  const auto embed = [&](const char* name) {
    return encoders::encode_prompts(*encoder, tokenizer, prompts_of(c, name), length, settings.device);
  };
  input.prompt_embeds = embed("prompt");
  if (input.guidance_scale > 1) input.negative_prompt_embeds = embed("negative_prompt");
}

void attach_lora(families::CogVideoXTransformer& transformer, const Case& c, const Settings& settings) {
  const auto file = c.param("lora", std::string());
  if (file.empty()) return;
  const auto lora =
      adapters::load_lora(c.path.parent_path() / file, adapters::lora_target(transformer, "cogvideox")).lora;
  adapters::attach(transformer, adapters::to(lora, settings.device, torch::kFloat32),
                   c.param<double>("lora_weight"));
}

}  // namespace

Tensors run_pipeline(const Case& c, const Settings& settings) {
  const torch::NoGradGuard no_grad;
  families::DenoiseInput input;
  input.latents = c.input("latents").to(settings.device);
  input.guidance_scale = c.param<double>("guidance_scale");
  input.use_dynamic_cfg = c.param("use_dynamic_cfg", false);
  set_text(c, settings, input);
  const auto vae = families::load_vae(c.model, settings.dtype, settings.device);
  if (c.param<std::string>("pipeline") == "image_to_video") {
    input.image_latents = families::encode_image(*vae, c.input("image").to(settings.device),
                                                 c.input("image_noise"), settings.dtype);
  }
  const auto transformer = families::load_transformer(c.model, settings.dtype, settings.device);
  attach_lora(*transformer, c, settings);
  const auto sampler = families::make_folder_sampler(c.model, c.param("scheduler_class", std::string()),
                                                     c.param<int64_t>("num_inference_steps"));
  Tensors out;
  families::DenoiseHooks hooks;
  hooks.step_noise = [&](size_t index, torch::IntArrayRef) {
    return c.input("noise." + std::to_string(index)).to(settings.device);
  };
  hooks.on_step = [&](size_t index, const torch::Tensor& latents, const torch::Tensor&) {
    out["step_latents." + std::to_string(index)] = latents;
  };
  out["latents"] = families::denoise(*transformer, *sampler, input, settings.dtype, hooks);
  const int64_t temporal_factor = vae->config().temporal_compression_ratio;
  const int64_t padding =
      input.latents.size(1) - ((c.param<int64_t>("num_frames") - 1) / temporal_factor + 1);
  out["frames"] = families::decode_latents(*vae, out.at("latents"), padding, settings.dtype);
  return out;
}

}  // namespace fw::parity
