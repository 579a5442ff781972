// SPDX-License-Identifier: Apache-2.0
#include "families/hunyuan_video/cases.h"

#include "families/hunyuan_video/prompt.h"
#include "families/hunyuan_video/sampling.h"

namespace fw::families {

namespace {

using cases::Case;
using cases::Settings;

torch::Tensor hunyuan_transformer_case(VideoTransformer& network, const Case& c, const Settings& settings,
                                       const nn::BlockRunner& runner) {
  auto& model = dynamic_cast<HunyuanTransformer&>(network);
  const torch::Tensor latents = c.input("hidden_states"), text = c.input("encoder_hidden_states");
  const torch::Tensor mask = c.input("encoder_attention_mask");
  return model.forward({.hidden_states = settings.place(latents),
                        .timestep = c.input("timestep").to(settings.device),
                        .encoder_hidden_states = settings.place(text),
                        .encoder_attention_mask = mask.to(settings.device),
                        .text_lengths = hunyuan_text_lengths(mask),
                        .pooled_projections = settings.place(c.input("pooled_projections")),
                        .guidance = c.input("guidance").to(settings.device)},
                       hunyuan_rotary(model.config(), latents.size(2), latents.size(3), latents.size(4),
                                      text.size(1), settings.device),
                       runner);
}

std::pair<TrainingBatch, TrainingDraw> hunyuan_micro_batch(const Case& c, int64_t m) {
  const std::string end = "." + std::to_string(m);
  TrainingBatch batch;
  batch.latents = c.input("latents" + end);
  batch.text = {c.input("prompt_embeds" + end), c.input("prompt_attention_mask" + end),
                c.input("pooled_prompt_embeds" + end)};
  TrainingDraw draw;
  draw.noise = c.input("noise" + end);
  draw.sigmas = c.input("sigmas" + end);
  draw.timesteps = draw.sigmas * 1000;
  return {batch, draw};
}

void hunyuan_sample(const Case& c, SampleInput& input, SampleHooks&) {
  input.own["validation.hunyuan_video.embedded_guidance_scale"] = c.param<double>("embedded_guidance_scale");
}

/// Uses the case's own prompt template if it has one.
encoders::TextCondition hunyuan_encode(const Case& c, const Family& family, std::vector<std::string> prompts,
                                       const nn::ComponentOptions& options) {
  auto specs = hunyuan_text_specs(family.spec());
  auto& around = specs.prompt_template;
  around.text = c.param("template", around.text);
  around.crop_start = c.param("crop_start", around.crop_start);
  return encoders::LlamaClipTextEncoders(family.source(), specs, encoders::TextEncoderPlace::device,
                                         prompts.size(), options)
      .encode(prompts);
}

}  // namespace

FamilyCases hunyuan_cases() {
  return {.transformer = hunyuan_transformer_case,
          .micro_batch = hunyuan_micro_batch,
          .sample = hunyuan_sample,
          .encode = hunyuan_encode,
          .more = {}};
}

}  // namespace fw::families
