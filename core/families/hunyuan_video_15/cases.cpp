// SPDX-License-Identifier: Apache-2.0
#include "families/hunyuan_video_15/cases.h"

#include "families/hunyuan_video_15/objective.h"
#include "families/hunyuan_video_15/pictures.h"
#include "families/hunyuan_video_15/prompt.h"
#include "families/hunyuan_video_15/sampling.h"

namespace fw::families {

namespace {

using cases::Case;
using cases::Settings;
using cases::Tensors;
using torch::Tensor;

Tensor hunyuan15_transformer_case(VideoTransformer& network, const Case& c, const Settings& settings,
                                  const nn::BlockRunner& runner) {
  auto& model = dynamic_cast<Hunyuan15Transformer&>(network);
  encoders::TextCondition text;
  text.embeds = c.input("encoder_hidden_states");
  text.mask = c.input("encoder_attention_mask");
  text.second_embeds = c.optional_input("encoder_hidden_states_2");
  text.second_mask = c.optional_input("encoder_attention_mask_2");
  auto input = hunyuan15_input(text, c.optional_input("image_embeds"), settings.device, settings.dtype);
  const auto time = [&](const Tensor& t) { return t.defined() ? t.to(settings.device) : t; };
  input.hidden_states = settings.place(c.input("hidden_states"));
  input.timestep = time(c.input("timestep"));
  input.timestep_r = time(c.optional_input("timestep_r"));
  const Tensor& x = input.hidden_states;
  return model.forward(
      input, hunyuan_rotary(model.config(), x.size(2), x.size(3), x.size(4), 0, settings.device), runner);
}

void hunyuan15_run(const Case& c, run::RunSettings& run) {
  const auto algorithm = c.param<std::string>("algorithm");
  run.own["model.hunyuan_video_15.timesteps"] =
      std::string(algorithm.starts_with("musubi-")           ? "musubi-tuner"
                  : algorithm.starts_with("diffusion-pipe-") ? "diffusion-pipe"
                                                             : "tencent");
  run.task = c.param("image_to_video", false) ? catalog::VideoTask::image_to_video
                                              : catalog::VideoTask::text_to_video;
}

std::pair<TrainingBatch, TrainingDraw> hunyuan15_micro_batch(const Case& c, int64_t m) {
  const std::string end = "." + std::to_string(m);
  TrainingBatch batch;
  batch.latents = c.input("latents" + end);
  batch.text.embeds = c.input("prompt_embeds" + end);
  batch.text.mask = c.input("prompt_attention_mask" + end);
  batch.text.second_embeds = c.optional_input("prompt_embeds_2" + end);
  batch.text.second_mask = c.optional_input("prompt_attention_mask_2" + end);
  batch.image_latents = c.optional_input("image_latents" + end);
  batch.image_embeds = c.optional_input("image_embeds" + end);
  TrainingDraw draw;
  draw.noise = c.input("noise" + end);
  draw.sigmas = c.input("sigmas" + end);
  draw.timesteps = draw.sigmas * 1000;
  return {batch, draw};
}

/// The folder's guidance, changed by the case.
void hunyuan15_sample(const Case& c, SampleInput& input, SampleHooks&) {
  nlohmann::json guider = read_json(c.model / "guider" / "guider_config.json");
  if (c.params.contains("guider_overrides")) guider.update(c.params.at("guider_overrides"));
  if (!c.params.contains("guidance_scale")) input.guidance_scale = guider.at("guidance_scale");
  if (!guider.value("enabled", true)) input.guidance_scale = 1;
  const auto set = [&](const char* key, const char* name) {
    input.own[std::string("validation.hunyuan_video_15.") + key] = guider.at(name).get<double>();
  };
  set("guidance_rescale", "guidance_rescale");
  set("guidance_start", "start");
  set("guidance_stop", "stop");
  const bool original = guider.value("use_original_formulation", false);
  input.own["validation.hunyuan_video_15.guidance_formula"] =
      std::string(original && guider.value("enabled", true) ? "original" : "diffusers");
  if (const Tensor embeds = c.optional_input("image_embeds"); embeds.defined()) input.image.embeds = embeds;
}

/// Uses the case's own prompt template and limits.
encoders::TextCondition hunyuan15_encode(const Case& c, const Family& family,
                                         std::vector<std::string> prompts,
                                         const nn::ComponentOptions& options) {
  auto specs = hunyuan15_text_specs(family.spec());
  specs.byt5.token_limit = c.param("max_sequence_length_2", specs.byt5.token_limit);
  auto& around = specs.prompt_template;
  around.text = c.param("template", around.text);
  around.crop_start = c.param("crop_start", around.crop_start);
  return encoders::QwenByt5TextEncoders(family.source(), specs, encoders::TextEncoderPlace::device,
                                        prompts.size(), options)
      .encode(prompts);
}

/// The text for ByT5, as bytes.
Tensors hunyuan15_glyphs(const Case& c, const Settings&) {
  const auto rules = c.param("convention", std::string()) == "musubi" ? encoders::GlyphRules::musubi
                                                                      : encoders::GlyphRules::published;
  const auto prompts = c.param<std::vector<std::string>>("prompts");
  Tensors out;
  for (size_t i = 0; i < prompts.size(); ++i) {
    std::vector<int64_t> bytes;
    for (const unsigned char byte : encoders::glyph_text(prompts[i], rules)) bytes.push_back(byte);
    out["utf8." + std::to_string(i)] = torch::tensor(bytes, torch::kInt64);
  }
  return out;
}

Tensors hunyuan15_crop(const Case& c, const Settings& settings) {
  const Tensor cut = hunyuan15_cropped(c.input("image").to(settings.device), c.param<int64_t>("height"),
                                       c.param<int64_t>("width"));
  return {{"pixels", cut * 2 - 1}};
}

Tensors hunyuan15_sizes(const Case& c, const Settings&) {
  std::vector<Tensor> found;
  for (const auto& size : c.param<std::vector<std::vector<int64_t>>>("sizes")) {
    const auto bucket = hunyuan15_size(c.param<int64_t>("target_size"), size.at(0), size.at(1));
    found.push_back(torch::tensor({bucket[0], bucket[1]}, torch::kInt64));
  }
  return {{"sizes", torch::stack(found)}};
}

/// Training timesteps computed from given random numbers.
Tensors hunyuan15_training_timesteps(const Case& c, const Settings&) {
  const auto convention = c.param<std::string>("convention");
  const Tensor normal = c.optional_input("normal"), uniform = c.optional_input("uniform");
  FlowTimesteps timesteps = hunyuan15_timesteps(convention == "musubi" ? "musubi-tuner" : convention);
  timesteps.flow.logit_std = c.param("sigmoid_scale", 1.0);
  timesteps.flow.schedule.shift = c.param("shift", 1.0);
  timesteps.least = c.param("min_timestep", 0.0) / 1000;
  timesteps.most = c.param("max_timestep", 1000.0) / 1000;
  timesteps.drops = c.param("preserve_distribution_shape", false);
  const auto distribution = c.param("distribution", std::string(normal.defined() ? "sigmoid" : "uniform"));
  Tensor places = uniform;
  if (distribution == "mode") places = schedulers::mode_places(timesteps.flow, uniform);
  if (distribution == "sigmoid" || distribution == "mix")
    places = schedulers::logistic_places(timesteps.flow, normal);
  if (distribution == "mix") places = FlowTimesteps::mixed(places, c.input("choice"), uniform, 0.3);
  const Tensor sigmas = timesteps.sigmas(places);
  const Tensor kept = timesteps.drops ? sigmas.masked_select(timesteps.within(sigmas)) : sigmas;
  return {{"sigmas", kept}, {"timesteps", timesteps.of_sigmas(kept)}};
}

}  // namespace

FamilyCases hunyuan15_cases() {
  return {.transformer = hunyuan15_transformer_case,
          .run = hunyuan15_run,
          .micro_batch = hunyuan15_micro_batch,
          .sample = hunyuan15_sample,
          .encode = hunyuan15_encode,
          .more = {{"prompt.glyphs", {hunyuan15_glyphs, cases::Precision::full}},
                   {"image.crop", {hunyuan15_crop, cases::Precision::full}},
                   {"resolution", {hunyuan15_sizes, cases::Precision::full}},
                   {"scheduler.training_timesteps", {hunyuan15_training_timesteps, cases::Precision::full}}}};
}

}  // namespace fw::families
