// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include "adapters/lora.h"
#include "adapters/lora_file.h"
#include "adapters/module_match.h"
#include "base/file_tree.h"
#include "base/hash.h"
#include "base/paths.h"
#include "parity/components.h"

namespace fw::parity {
namespace {

/// A prompt parameter is one text or a list of texts; empty if missing.
std::vector<std::string> prompts_of(const Case& c, const char* name) {
  const nlohmann::json value = c.params.value(name, nlohmann::json(std::string()));
  return value.is_array() ? value.get<std::vector<std::string>>()
                          : std::vector<std::string>{value.get<std::string>()};
}

encoders::TextCondition given_text(const Case& c, const Settings& settings, const std::string& name) {
  const std::string pooled = (name == "prompt" ? "" : "negative_") + std::string("pooled_prompt_embeds");
  const auto second = [&] {
    const torch::Tensor of_sound = c.optional_input("audio_" + name + "_embeds");
    return of_sound.defined() ? of_sound : c.optional_input(name + "_embeds_2");
  };
  const encoders::TextCondition given{c.optional_input(name + "_embeds"),
                                      c.optional_input(name + "_attention_mask"), c.optional_input(pooled),
                                      second(), c.optional_input(name + "_attention_mask_2")};
  return given.each([&](const torch::Tensor& x) { return settings.place(x); });
}

/// A temporary folder for a scheduler that a case modifies; null if it does not.
std::unique_ptr<AtomicFolder> changed_scheduler(const Case& c) {
  if (!c.params.contains("scheduler_overrides")) return nullptr;
  nlohmann::json config = c.config("scheduler");
  config.update(c.params.at("scheduler_overrides"));
  const std::string name = "framewright-" + std::to_string(::getpid()) + "-" + hash_hex(to_utf8(c.path));
  auto folder = std::make_unique<AtomicFolder>(std::filesystem::temp_directory_path() / name);
  write_file_atomically(folder->part() / "scheduler_config.json", config.dump(), Existing::replace);
  return folder;
}

/// With the case's number of tokens per prompt.
std::unique_ptr<families::Family> open_family_of(const Case& c, const AtomicFolder* scheduler = nullptr) {
  catalog::ModelSource source = model_of(c);
  catalog::ModelSpec spec = catalog::recognise_model(source);
  spec.encoders.front().token_limit = c.param("max_sequence_length", spec.token_limit());
  if (scheduler != nullptr) source.parts["scheduler"] = scheduler->part();
  auto family = family_of(c)->open(spec, source);
  const auto with_sound = family_of(c)->cases.with_sound;
  family->use_sound(with_sound != nullptr && with_sound(c));
  return family;
}

encoders::TextCondition encode(const Case& c, const Settings& settings, const families::Family& family,
                               const char* name) {
  const nn::ComponentOptions load{.dtype = settings.dtype, .device = settings.device};
  const auto prompts = prompts_of(c, name);
  if (const auto own = family_of(c)->cases.encode) return own(c, family, prompts, load);
  return family.load_text_encoders(encoders::TextEncoderPlace::device, prompts.size(), load)->encode(prompts);
}

void set_text(const Case& c, const Settings& settings, const families::Family& family,
              families::SampleInput& input) {
  if (!c.params.contains("prompt")) {
    input.text = given_text(c, settings, "prompt");
    input.negative = given_text(c, settings, "negative_prompt");
    return;
  }
  input.text = encode(c, settings, family, "prompt");
  if (input.guidance_scale > 1) input.negative = encode(c, settings, family, "negative_prompt");
}

/// The case's picture and clip conditions.
std::vector<families::Condition> conditions_of(const Case& c, const Settings& settings,
                                               const catalog::ModelSpec& spec) {
  std::vector<families::Condition> conditions;
  if (const torch::Tensor image = c.optional_input("image"); image.defined())
    conditions.push_back({.pixels = image.to(settings.device)});
  if (const torch::Tensor last = c.optional_input("last_image"); last.defined())
    conditions.push_back({.pixels = last.to(settings.device), .frame_index = -1});
  for (const torch::Tensor& clip : c.numbered_inputs("condition.")) {
    const nlohmann::json& place = c.params.at("conditions").at(conditions.size());
    const int64_t latent = place.value("index", int64_t{0});  // instead of the frame
    const int64_t frame = latent > 0 ? (latent - 1) * spec.latent.temporal_factor + 1 : 0;
    conditions.push_back({clip.squeeze(0).to(settings.device), place.value("frame_index", frame),
                          place.at("strength").get<double>()});
  }
  return conditions;
}

/// Returns the case's noise instead of drawing it. A family's own streams are added by its own cases.
families::NoiseSource noise_of(const Case& c) {
  return [&](uint64_t stream, torch::IntArrayRef) {
    namespace streams = families::noise_stream;
    const std::string name = stream == streams::latents ? "latents"
                             : stream == streams::image
                                 ? "image_noise"
                                 : "noise." + std::to_string(stream - streams::first_step);
    return c.input(name);
  };
}

families::SampleInput input_of(const Case& c) {
  families::SampleInput input;
  input.size = {c.param<int64_t>("num_frames"), c.param<int64_t>("height"), c.param<int64_t>("width")};
  input.steps = c.param<int64_t>("num_inference_steps");
  input.guidance_scale = c.param("guidance_scale", input.guidance_scale);
  input.sampler = c.param("scheduler_class", std::string());
  input.fps = c.param("frame_rate", 0.0);
  return input;
}

}  // namespace

void attach_lora_file(nn::Module& transformer, const Case& c, const Settings& settings,
                      const std::string& which) {
  const auto file = c.param(("lora" + which).c_str(), std::string());
  if (file.empty()) return;
  const auto lora =
      adapters::load_lora(c.path.parent_path() / file, adapters::lora_target(transformer, family_of(c)->id))
          .lora;
  adapters::attach(transformer, adapters::to(lora, settings.device, torch::kFloat32),
                   c.param<double>(("lora_weight" + which).c_str()));
}

Tensors run_prompt(const Case& c, const Settings& settings) {
  const torch::NoGradGuard no_grad;
  const encoders::TextCondition text = encode(c, settings, *open_family_of(c), "prompts");
  Tensors out{{"prompt_embeds", text.embeds}};
  if (text.mask.defined()) out["prompt_attention_mask"] = text.mask;
  if (text.pooled.defined()) out["pooled_prompt_embeds"] = text.pooled;
  if (text.second_embeds.defined()) out["prompt_embeds_2"] = text.second_embeds;
  if (text.second_mask.defined()) out["prompt_attention_mask_2"] = text.second_mask;
  return out;
}

Tensors run_pipeline(const Case& c, const Settings& settings) {
  const torch::NoGradGuard no_grad;
  const auto scheduler = changed_scheduler(c);
  const auto family = open_family_of(c, scheduler.get());
  const nn::ComponentOptions load{.dtype = settings.dtype, .device = settings.device};
  Tensors out;
  families::SampleInput input = input_of(c);
  families::SampleHooks hooks;
  hooks.noise = noise_of(c);
  hooks.on_step = [&](int64_t step, const torch::Tensor& latents, const torch::Tensor& clean) {
    out["step_latents." + std::to_string(step)] = out["latents"] = latents;
    // For families with a second stage.
    if (step >= input.steps) out["stage_2_step_latents." + std::to_string(step - input.steps)] = latents;
    const std::string section =
        std::to_string(step / input.steps);  // for families that make a clip in sections
    if ((step + 1) % input.steps == 0) out["section_latents." + section] = clean;
  };
  hooks.on_sound = [&](int64_t step, const torch::Tensor& tokens) {
    out["audio_step_latents." + std::to_string(step)] = out["audio_latents"] = tokens;
  };
  hooks.on_section = [&](const families::MadeSections& made) { out["upsampled"] = made.latents; };
  family_of(c)->cases.sample(c, input, hooks);
  hooks.noise = [noise = hooks.noise, &settings](uint64_t stream, torch::IntArrayRef shape) {
    return noise(stream, shape).to(settings.device);
  };
  set_text(c, settings, *family, input);
  const auto vae = family->load_vae(load);
  if (const auto conditions = conditions_of(c, settings, family->spec()); !conditions.empty()) {
    const auto encoder = input.image.embeds.defined() ? nullptr : family->load_image_encoder(load);
    if (encoder) input.image.embeds = family->embed_pictures(*encoder, conditions);
    input.image.latents = family->encode_conditions(*vae, conditions, input, hooks.noise, settings.dtype, {});
  }
  const auto transformer = family->load_transformer(load);
  attach_lora_file(*transformer, c, settings);
  // For the second of two networks.
  if (nn::Module* const second = transformer->find_module("transformer_2"))
    attach_lora_file(*second, c, settings, "_2");
  const torch::Tensor latents = family->denoise(*transformer, input, settings.dtype, hooks);
  if (const auto result = family_of(c)->cases.result) out["latents"] = result(latents);
  if (!c.param("latents_only", false))
    out["frames"] = family->decode(*vae, latents, input, hooks.noise, settings.dtype, vae_options(c, *vae));
  if (!c.param("latents_only", false) && family->with_sound())
    out["waveform"] = family->decode_sound(out.at("audio_latents"), load).samples;
  return out;
}

}  // namespace fw::parity
