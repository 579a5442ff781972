// SPDX-License-Identifier: Apache-2.0
#include "families/mochi/cases.h"

#include "families/mochi/sampling.h"
#include "families/mochi/vae.h"

namespace fw::families {

namespace {

using cases::Case;
using cases::Settings;
using cases::Tensors;

torch::Tensor mochi_transformer_case(VideoTransformer& network, const Case& c, const Settings& settings,
                                     const nn::BlockRunner& runner) {
  return dynamic_cast<MochiTransformer&>(network).forward(
      {settings.place(c.input("hidden_states")), settings.place(c.input("encoder_hidden_states")),
       settings.place(c.input("encoder_attention_mask")), c.input("timestep").to(settings.device)},
      runner);
}

/// The latents of these cases are as the transformer takes them. In float64, the way to the VAE's scale and
/// back leaves them as they were.
std::pair<TrainingBatch, TrainingDraw> mochi_micro_batch(const Case& c, int64_t m) {
  const std::string end = "." + std::to_string(m);
  const LatentScale scale = MochiVaeConfig::from_json(c.config("vae")).latent_scale();
  TrainingBatch batch;
  batch.latents = scale.to_vae(c.input("latents" + end).to(torch::kFloat64));
  batch.text.embeds = c.input("prompt_embeds" + end);
  batch.text.mask = c.input("prompt_attention_mask" + end);
  TrainingDraw draw;
  draw.noise = c.input("noise" + end);
  draw.sigmas = c.input("sigmas" + end);
  draw.timesteps = draw.sigmas * 1000;
  return {batch, draw};
}

void mochi_sample(const Case&, SampleInput&, SampleHooks&) {}

/// From texts to what the pipeline makes of them, at any number of tokens.
Tensors mochi_prompt(const Case& c, const Settings& settings) {
  const torch::NoGradGuard no_grad;
  const catalog::ModelSource source{c.model};
  auto prompts = c.param<std::vector<std::string>>("prompts");
  const encoders::TextMask mask = mochi_text_mask(source);
  // The published pipeline judges the whole list by its last prompt.
  if (mask == encoders::TextMask::attended_unless_empty && prompts.back().empty())
    prompts.assign(prompts.size(), "");
  catalog::EncoderSpec spec = catalog::recognise_model(source).encoders.front();
  spec.token_limit = c.param<int64_t>("max_sequence_length");
  encoders::T5TextEncoders text(source, spec, encoders::TextEncoderPlace::device, prompts.size(),
                                {.dtype = settings.dtype, .device = settings.device}, mask);
  const encoders::TextCondition condition = text.encode(prompts);
  return {{"prompt_embeds", condition.embeds}, {"prompt_attention_mask", condition.mask}};
}

}  // namespace

FamilyCases mochi_cases() {
  return {.transformer = mochi_transformer_case,
          .micro_batch = mochi_micro_batch,
          .sample = mochi_sample,
          .result = {},
          .more = {{"prompt", {mochi_prompt, cases::Precision::dtype}}}};
}

}  // namespace fw::families
