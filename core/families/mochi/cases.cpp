// SPDX-License-Identifier: Apache-2.0
#include "families/mochi/cases.h"

#include "families/mochi/sampling.h"
#include "families/mochi/vae.h"

namespace fw::families {

namespace {

using cases::Case;
using cases::Settings;

torch::Tensor mochi_transformer_case(VideoTransformer& network, const Case& c, const Settings& settings,
                                     const nn::BlockRunner& runner) {
  return dynamic_cast<MochiTransformer&>(network).forward(
      {settings.place(c.input("hidden_states")), settings.place(c.input("encoder_hidden_states")),
       settings.place(c.input("encoder_attention_mask")), c.input("timestep").to(settings.device)},
      runner);
}

/// The latents of these cases are in the transformer's scale. In float64, converting to the VAE's scale and
/// back does not change them.
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

/// The published pipeline decides for the whole list by its last prompt.
encoders::TextCondition mochi_encode(const Case&, const Family& family, std::vector<std::string> prompts,
                                     const nn::ComponentOptions& options) {
  const bool zeros = mochi_text_mask(family.source()) == encoders::TextMask::attended_unless_empty;
  if (zeros && prompts.back().empty()) prompts.assign(prompts.size(), "");
  return family.load_text_encoders(encoders::TextEncoderPlace::device, prompts.size(), options)
      ->encode(prompts);
}

}  // namespace

FamilyCases mochi_cases() {
  return {.transformer = mochi_transformer_case,
          .micro_batch = mochi_micro_batch,
          .sample = mochi_sample,
          .encode = mochi_encode,
          .more = {}};
}

}  // namespace fw::families
