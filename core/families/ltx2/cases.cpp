// SPDX-License-Identifier: Apache-2.0
#include "families/ltx2/cases.h"

#include "catalog/ltx2_parts.h"
#include "families/ltx2/connectors.h"
#include "families/ltx2/objective.h"
#include "families/ltx2/sampling.h"
#include "families/ltx2/vocoder.h"
#include "families/ltx_video/sampling.h"
#include "families/registry.h"
#include "nn/load.h"

namespace fw::families {

namespace {

using cases::Case;
using cases::Settings;
using cases::Tensors;
using torch::Tensor;

/// A component of the case's model, from a single file if its `parts` name one.
std::filesystem::path part_of(const Case& c, const std::string& name) {
  catalog::ModelSource source{c.model};
  if (c.params.contains("parts"))
    for (const auto& [part, file] : c.params.at("parts").items())
      source.parts[part] = c.path.parent_path() / file.get<std::string>();
  return source.part(name);
}

Ltx2CrossingTimes crossing_of(const Case& c) {
  const auto name = c.param("crossing", std::string("original"));
  return name == "own"     ? Ltx2CrossingTimes::own
         : name == "other" ? Ltx2CrossingTimes::other
                           : Ltx2CrossingTimes::original;
}

Ltx2SoundInput ltx2_sound_of(const Case& c, const Settings& settings, const Ltx2TransformerInput& video) {
  Ltx2SoundInput sound;
  const Tensor states = c.optional_input("audio_hidden_states");
  if (!states.defined()) return sound;
  const auto time = [&](const char* name, const Tensor& fallback) {
    const Tensor given = c.optional_input(name);
    return given.defined() ? given.to(settings.device) : fallback;
  };
  sound.hidden_states = settings.place(states);
  sound.encoder_hidden_states = settings.place(c.input("audio_encoder_hidden_states"));
  sound.timestep = time("audio_timestep", video.timestep);
  sound.sigma = time("audio_sigma", video.sigma.defined() ? video.sigma : video.timestep);
  sound.crossing = crossing_of(c);
  sound.apart = c.param("isolate_modalities", false);
  return sound;
}

Tensors ltx2_outputs(VideoTransformer& network, const Case& c, const Settings& settings,
                     const nn::BlockRunner& runner) {
  auto& model = dynamic_cast<Ltx2Transformer&>(network);
  Tensor bounds = c.optional_input("video_coords");
  if (!bounds.defined())
    bounds = ltx2_bounds(c.param<int64_t>("num_frames"), c.param<int64_t>("height"),
                         c.param<int64_t>("width"), c.param<double>("frame_rate"));
  Ltx2TransformerInput input;
  input.hidden_states = settings.place(c.input("hidden_states"));
  input.encoder_hidden_states = settings.place(c.input("encoder_hidden_states"));
  input.timestep = c.input("timestep").to(settings.device);
  if (const Tensor sigma = c.optional_input("sigma"); sigma.defined())
    input.sigma = sigma.to(settings.device);
  if (const Tensor mask = c.optional_input("keyframes_mask"); mask.defined())
    input.keyframes = settings.place(mask);
  for (const int64_t block : c.param("stg_blocks", std::vector<int64_t>()))
    input.skipped_blocks.insert(block);
  input.sound = ltx2_sound_of(c, settings, input);
  const int64_t tokens = input.sound.hidden_states.defined() ? input.sound.hidden_states.size(1) : 0;
  const auto rotary = ltx2_rotary_of(model.config(), bounds, tokens, settings.device);
  const Ltx2Velocity v = model.forward(input, rotary, runner);
  Tensors out{{"sample", v.video}};
  if (v.sound.defined()) out["audio_sample"] = v.sound;
  return out;
}

Tensor ltx2_transformer_case(VideoTransformer& network, const Case& c, const Settings& settings,
                             const nn::BlockRunner& runner) {
  return ltx2_outputs(network, c, settings, runner).at("sample");
}

/// With the sound's stream, whether it is computed or only a LoRA has factors for it.
bool ltx2_case_has_sound(const Case& c) {
  if (c.component == "pipeline") return c.param("audio", false);
  if (c.component == "transformer.forward")
    for (const auto& [name, tensor] : c.inputs_with_prefix("lora."))
      if (catalog::is_of_ltx2_sound(name)) return true;
  return c.optional_input("audio_hidden_states").defined();
}

void ltx2_run(const Case& c, run::RunSettings& run) {
  run.own["model.ltx2.first_frame_conditioning"] = 0.0;
  const auto audio = c.param("audio", std::string("absent"));
  run.own["model.ltx2.sound"] = audio != "absent";
  if (audio == "noise" || audio == "zeros") run.own["model.ltx2.missing_sound"] = audio;
  run.own["model.ltx2.crossing_times"] = c.param("crossing", std::string("original"));
}

std::pair<TrainingBatch, TrainingDraw> ltx2_micro_batch(const Case& c, int64_t m) {
  const std::string end = "." + std::to_string(m);
  TrainingBatch batch;
  batch.latents = c.input("latents" + end);
  batch.text.embeds = c.input("prompt_embeds" + end);
  batch.text.second_embeds = c.optional_input("audio_prompt_embeds" + end);
  batch.fps = c.param<double>("frame_rate");
  batch.sound_latents = c.optional_input("audio_latents" + end);
  TrainingDraw draw;
  draw.noise = c.input("noise" + end);
  draw.sound_noise = c.optional_input("audio_noise" + end);
  draw.sigmas = c.input("sigmas" + end);
  draw.timesteps = draw.sigmas * 1000;
  if (const Tensor given = c.optional_input("first_frame" + end); given.defined())
    draw.first_frame_sigmas = draw.sigmas.masked_fill(given != 0, 0);
  return {batch, draw};
}

/// A list of numbers as the texts of a setting.
std::vector<std::string> texts_of(const Case& c, const char* name) {
  std::vector<std::string> texts;
  if (c.params.contains(name) && c.params.at(name).is_array())
    for (const nlohmann::json& number : c.params.at(name)) texts.push_back(number.dump());
  return texts;
}

void ltx2_sample(const Case& c, SampleInput& input, SampleHooks& hooks) {
  input.own["validation.ltx2.guidance_rescale"] = c.param("guidance_rescale", 0.0);
  input.own["validation.ltx2.skip_scale"] = c.param("stg_scale", 0.0);
  input.own["validation.ltx2.skipped_blocks"] = texts_of(c, "stg_blocks");
  input.own["validation.ltx2.sigmas"] = texts_of(c, "sigmas");
  input.own["validation.ltx2.schedule"] = c.param("schedule", std::string("clip"));
  if (c.param("schedule", std::string()) == "dynamic")
    input.own["validation.ltx2.schedule"] = std::string("clip");
  input.own["validation.ltx2.modality_scale"] = c.param("modality_scale", 1.0);
  input.own["validation.ltx2.sound_guidance_scale"] =
      c.param("audio_guidance_scale", c.param("guidance_scale", 1.0));
  if (const auto name = c.param("upsampler", std::string()); !name.empty()) {
    input.own["validation.ltx2.upsampler"] = name;
    input.own["validation.ltx2.stage_2_sigmas"] = texts_of(c, "stage_2_sigmas");
    // The case gives the size of the first stage.
    const auto config = Ltx2UpsamplerConfig::from_json(read_json(part_of(c, name) / "config.json"));
    input.size.height = input.size.height / config.down * config.up;
    input.size.width = input.size.width / config.down * config.up;
  }
  hooks.noise = [&c, others = hooks.noise](uint64_t stream, torch::IntArrayRef shape) {
    if (stream == ltx2_noise::second_stage) return c.input("stage_2_noise");
    if (stream == ltx2_noise::sound) return c.input("audio_latents");
    if (stream < ltx2_noise::condition) return others(stream, shape);
    return c.input("condition_noise." + std::to_string(stream - ltx2_noise::condition));
  };
}

Tensors ltx2_connectors(const Case& c, const Settings& settings) {
  const torch::NoGradGuard no_grad;
  const auto connectors = nn::load_component<Ltx2Connectors, Ltx2ConnectorsConfig>(
      part_of(c, "connectors"), {.dtype = settings.dtype, .device = settings.device});
  const Tensor states = settings.place(c.input("hidden_states")),
               mask = settings.place(c.input("attention_mask"));
  Ltx2Connectors::Features features;
  for (int64_t layer = 0; layer < states.size(3); ++layer)
    connectors->add(features, states.select(3, layer), mask, layer, /*sound=*/true);
  return {{"prompt_embeds", connectors->video_text(features, mask)},
          {"audio_prompt_embeds", connectors->audio_text(features, mask)}};
}

Tensors ltx2_prompt(const Case& c, const Settings& settings) {
  const torch::NoGradGuard no_grad;
  const nn::ComponentOptions options{.dtype = settings.dtype, .device = settings.device};
  const catalog::EncoderSpec spec{.kind = catalog::EncoderSpec::Kind::gemma,
                                  .token_limit = c.param<int64_t>("max_sequence_length")};
  const auto text = ltx2_encode_all({c.model}, spec, c.param<std::vector<std::string>>("prompts"), options);
  return {{"prompt_embeds", text.video}, {"audio_prompt_embeds", text.audio}};
}

Tensors ltx2_upsampler(const Case& c, const Settings& settings) {
  const auto upsampler = nn::load_component<Ltx2Upsampler, Ltx2UpsamplerConfig>(
      part_of(c, c.param<std::string>("subfolder")), {.dtype = settings.dtype, .device = settings.device});
  return {{"latents", upsampler->forward(settings.place(c.input("latents")))}};
}

/// The sound's networks are always computed in float32.
nn::ComponentOptions of_sound(const Settings& settings) {
  return {.device = settings.device};
}

Tensors ltx2_audio_encoding(const Case& c, const Settings& settings) {
  const torch::NoGradGuard no_grad;
  const auto vae =
      nn::load_component<Ltx2AudioVae, Ltx2AudioVaeConfig>(part_of(c, "audio_vae"), of_sound(settings));
  const auto posterior = vae->encode(c.input("mel").to(settings.device));
  return {{"mean", posterior.mean},
          {"logvar", posterior.logvar},
          {"mode_latents", vae->scale().to_model(ltx2_pack_sound(posterior.mean))}};
}

Tensors ltx2_audio_decoding(const Case& c, const Settings& settings) {
  const torch::NoGradGuard no_grad;
  const auto vae =
      nn::load_component<Ltx2AudioVae, Ltx2AudioVaeConfig>(part_of(c, "audio_vae"), of_sound(settings));
  return {{"mel", vae->decode(c.input("latents").to(settings.device))}};
}

Tensors ltx2_vocoder(const Case& c, const Settings& settings) {
  const torch::NoGradGuard no_grad;
  const auto vocoder =
      nn::load_component<Ltx2Vocoder, Ltx2VocoderConfig>(part_of(c, "vocoder"), of_sound(settings));
  return {{"waveform", vocoder->forward(c.input("mel").to(settings.device))}};
}

/// Training timesteps computed from given random numbers.
Tensors ltx2_training_timesteps(const Case& c, const Settings&) {
  const auto convention = c.param<std::string>("convention");
  Ltx2Timesteps timesteps;
  timesteps.of = convention == "musubi-legacy" ? Ltx2Timesteps::Of::legacy
                 : convention == "uniform"     ? Ltx2Timesteps::Of::uniform
                 : convention == "ai-toolkit"  ? Ltx2Timesteps::Of::table
                                               : Ltx2Timesteps::Of::stretched;
  timesteps.spread = c.param("logit_std", timesteps.spread);
  timesteps.least_stretched = c.param("eps", timesteps.least_stretched);
  timesteps.uniform_share = c.param("uniform_prob", timesteps.uniform_share);
  timesteps.limits_shift = c.param("clamp_shift", false);
  if (c.params.contains("shift")) timesteps.shift = c.param<double>("shift");
  timesteps.least = c.param("min_value", c.param("min_timestep", 0.0) / 1000);
  timesteps.most = c.param("max_value", c.param("max_timestep", 1000.0) / 1000);
  const Tensor sigmas =
      timesteps.sigmas(c.optional_input("normal"), c.optional_input("uniform"), c.optional_input("choice"),
                       c.param("video_sequence_length", int64_t{4096}));
  return {{"sigmas", sigmas}, {"timesteps", sigmas * 1000}};
}

}  // namespace

FamilyCases ltx2_cases() {
  return {.transformer = ltx2_transformer_case,
          .outputs = ltx2_outputs,
          .with_sound = ltx2_case_has_sound,
          .run = ltx2_run,
          .micro_batch = ltx2_micro_batch,
          .sample = ltx2_sample,
          .result = ltx_pack,
          .more = {{"connectors", {ltx2_connectors, cases::Precision::dtype}},
                   {"prompt", {ltx2_prompt, cases::Precision::dtype}},
                   {"latent_upsampler", {ltx2_upsampler, cases::Precision::dtype}},
                   {"audio_vae.encode", {ltx2_audio_encoding, cases::Precision::full}},
                   {"audio_vae.decode", {ltx2_audio_decoding, cases::Precision::full}},
                   {"vocoder", {ltx2_vocoder, cases::Precision::full}},
                   {"scheduler.training_timesteps", {ltx2_training_timesteps, cases::Precision::full}}}};
}

}  // namespace fw::families
