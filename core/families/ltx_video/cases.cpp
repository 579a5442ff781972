// SPDX-License-Identifier: Apache-2.0
#include "families/ltx_video/cases.h"

#include "families/ltx_video/sampling.h"

namespace fw::families {

namespace {

using cases::Case;
using cases::Settings;
using cases::Tensors;

/// Coordinates from the params of a case. @param frames, height, width  names of the latent-size params
torch::Tensor ltx_case_coordinates(const Case& c, const char* frames, const char* height, const char* width) {
  const auto steps = c.param<std::vector<double>>("rope_interpolation_scale");
  std::vector<double> seconds;
  for (int64_t f = 0; f < c.param<int64_t>(frames); ++f)
    seconds.push_back(static_cast<double>(f) * steps.at(0));
  return ltx_coordinates(seconds, c.param<int64_t>(height), c.param<int64_t>(width), steps.at(1),
                         steps.at(2));
}

torch::Tensor ltx_transformer_case(VideoTransformer& network, const Case& c, const Settings& settings,
                                   const nn::BlockRunner& runner) {
  auto& model = dynamic_cast<LtxTransformer&>(network);
  const torch::Tensor given = c.optional_input("video_coords");  // [B, 3, S]
  const torch::Tensor coordinates =
      given.defined() ? given.transpose(1, 2) : ltx_case_coordinates(c, "num_frames", "height", "width");
  return model.forward(
      {settings.place(c.input("hidden_states")), settings.place(c.input("encoder_hidden_states")),
       settings.place(c.input("encoder_attention_mask")), c.input("timestep").to(settings.device)},
      ltx_rotary(model.config().inner_dim(), coordinates, settings.device), runner);
}

std::pair<TrainingBatch, TrainingDraw> ltx_micro_batch(const Case& c, int64_t m) {
  const std::string end = "." + std::to_string(m);
  TrainingBatch batch;
  batch.latents = c.input("latents" + end);
  batch.text.embeds = c.input("prompt_embeds" + end);
  batch.text.mask = c.input("prompt_attention_mask" + end);
  batch.fps = c.param<double>("frame_rate");
  TrainingDraw draw;
  draw.noise = c.input("noise" + end);
  draw.sigmas = c.input("sigmas" + end);
  draw.timesteps = draw.sigmas * 1000;
  draw.first_frame_sigmas = c.optional_input("first_frame_sigmas" + end);
  return {batch, draw};
}

void ltx_sample(const Case& c, SampleInput& input, SampleHooks& hooks) {
  const auto timestep = c.param("decode_timestep", 0.0);
  input.own["validation.ltx_video.decode_timestep"] = timestep;
  input.own["validation.ltx_video.decode_noise_scale"] = c.param("decode_noise_scale", timestep);
  input.own["validation.ltx_video.guidance_rescale"] = c.param("guidance_rescale", 0.0);
  input.own["validation.ltx_video.image_cond_noise_scale"] = c.param("image_cond_noise_scale", 0.0);
  hooks.noise = [&c, others = hooks.noise](uint64_t stream, torch::IntArrayRef shape) {
    const auto numbered = [&](const char* name, uint64_t first) {
      return c.input(name + std::to_string(stream - first));
    };
    if (stream == ltx_noise::decoding) return c.input("decode_noise");
    if (stream >= ltx_noise::condition) return numbered("condition_noise.", ltx_noise::condition);
    if (stream >= ltx_noise::posterior) return numbered("condition_posterior_noise.", ltx_noise::posterior);
    if (stream >= ltx_noise::injected) return numbered("inject_noise.", ltx_noise::injected);
    if (stream >= noise_stream::first_step) return numbered("step_noise.", noise_stream::first_step);
    return others(stream, shape);
  };
}

Tensors ltx_rope(const Case& c, const Settings& settings) {
  const auto table =
      ltx_rotary(c.param<int64_t>("dim"),
                 ltx_case_coordinates(c, "latent_frames", "latent_height", "latent_width"), settings.device);
  const torch::Tensor rows = c.input("rows").to(settings.device);
  return {{"cos", table.cos().index_select(0, rows)}, {"sin", table.sin().index_select(0, rows)}};
}

}  // namespace

FamilyCases ltx_cases() {
  return {.transformer = ltx_transformer_case,
          .micro_batch = ltx_micro_batch,
          .sample = ltx_sample,
          .result = ltx_pack,
          .more = {{"rope", {ltx_rope, cases::Precision::full}}}};
}

}  // namespace fw::families
