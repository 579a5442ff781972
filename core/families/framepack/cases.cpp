// SPDX-License-Identifier: Apache-2.0
#include "families/framepack/cases.h"

#include "families/framepack/sampling.h"
#include "families/hunyuan_video/cases.h"
#include "families/hunyuan_video/sampling.h"

namespace fw::families {

namespace {

using cases::Case;
using cases::Settings;
using torch::Tensor;

std::vector<double> places(const Case& c, const char* name) {
  const Tensor indices = c.input(name).to(torch::kFloat64).contiguous();
  return {indices.const_data_ptr<double>(), indices.const_data_ptr<double>() + indices.numel()};
}

Tensor framepack_transformer_case(VideoTransformer& network, const Case& c, const Settings& settings,
                                  const nn::BlockRunner& runner) {
  auto& model = dynamic_cast<FramePackTransformer&>(network);
  const auto given = [&](const char* name) { return settings.place(c.input(name)); };
  const encoders::TextCondition text{c.input("encoder_hidden_states"), c.input("encoder_attention_mask"),
                                     c.input("pooled_projections")};
  auto input = hunyuan_input_of<FramePackTransformerInput>(text, settings.device, settings.dtype);
  input.hidden_states = given("hidden_states");
  input.timestep = c.input("timestep").to(settings.device);
  input.guidance = c.input("guidance").to(settings.device);
  input.latents_clean = given("latents_clean");
  input.latents_history_2x = given("latents_history_2x");
  input.latents_history_4x = given("latents_history_4x");
  input.image_embeds = given("image_embeds");
  const FramePackPlaces where{places(c, "indices_latents"), places(c, "indices_latents_clean"),
                              places(c, "indices_latents_history_2x"),
                              places(c, "indices_latents_history_4x")};
  const auto rotary =
      framepack_rotary(model.config(), where, input.hidden_states.size(3), input.hidden_states.size(4),
                       text.embeds.size(1) + input.image_embeds.size(1), settings.device);
  return model.forward(input, rotary, runner);
}

void framepack_run(const Case& c, run::RunSettings& run) {
  run.task = catalog::VideoTask::image_to_video;
  run.own["model.framepack.embedded_guidance_scale"] = c.param<double>("embedded_guidance_scale");
  run.own["model.framepack.latent_window_size"] = c.input("latents.0").size(2);
}

/// Builds the clip around a section with this history: the picture, and as many sections before it as its
/// position in time implies.
std::pair<TrainingBatch, TrainingDraw> framepack_micro_batch(const Case& c, int64_t m) {
  auto [batch, draw] = hunyuan_cases().micro_batch(c, m);
  const std::string end = "." + std::to_string(m);
  const Tensor window = batch.latents;
  const auto scale = c.config("vae").at("scaling_factor").get<double>();
  const auto raw = [&](const char* name) { return c.input(name + end) / scale; };
  const auto clean = raw("latents_clean").chunk(2, 2);  // the picture, and the frame after the section
  draw.section = (c.input("indices_latents")[0].item<int64_t>() - 1) / window.size(2);
  std::vector<Tensor> clip{clean[0]};
  for (int64_t i = 0; i < draw.section; ++i) clip.push_back(torch::zeros_like(window));
  clip.insert(clip.end(), {window, clean[1], raw("latents_history_2x"), raw("latents_history_4x")});
  batch.latents = torch::cat(clip, 2);
  batch.image_embeds = c.input("image_embeds" + end);
  return {batch, draw};
}

void framepack_sample(const Case& c, SampleInput& input, SampleHooks& hooks) {
  const auto window = c.param<int64_t>("latent_window_size");
  input.own["validation.framepack.embedded_guidance_scale"] = c.param<double>("embedded_guidance_scale");
  input.own["validation.framepack.latent_window_size"] = window;
  input.own["validation.framepack.sampling_type"] = c.param<std::string>("sampling_type");
  // The published pipeline generates whole sections and counts them differently.
  input.size.frames = c.param<int64_t>("sections") * window * 4 + 1;
  input.image.latents = {{c.input("image_latents")}};
  if (const Tensor last = c.optional_input("last_image_latents"); last.defined())
    input.image.latents.push_back({last, -1});
  input.image.embeds = c.input("image_embeds");
  hooks.noise = [&c](uint64_t stream, torch::IntArrayRef) {
    return c.input("section_noise." + std::to_string(stream - framepack_noise::section));
  };
}

}  // namespace

FamilyCases framepack_cases() {
  return {.transformer = framepack_transformer_case,
          .run = framepack_run,
          .micro_batch = framepack_micro_batch,
          .sample = framepack_sample,
          .encode = hunyuan_cases().encode,
          .result = [](const Tensor& latents) { return latents; },
          .more = {}};
}

}  // namespace fw::families
