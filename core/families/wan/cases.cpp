// SPDX-License-Identifier: Apache-2.0
#include "families/wan/cases.h"

#include "families/wan/objective.h"

namespace fw::families {

namespace {

using cases::Case;
using cases::Settings;
using cases::Tensors;
using torch::Tensor;

Tensor wan_transformer_case(VideoTransformer& network, const Case& c, const Settings& settings,
                            const nn::BlockRunner& runner) {
  auto& model = wan_network_at(network, c.param("subfolder", std::string()) == "transformer_2" ? 0 : 1000, 1);
  WanTransformerInput input;
  input.hidden_states = settings.place(c.input("hidden_states"));
  input.timestep = c.input("timestep").to(settings.device, torch::kFloat32);
  input.encoder_hidden_states = settings.place(c.input("encoder_hidden_states"));
  if (const Tensor image = c.optional_input("encoder_hidden_states_image"); image.defined()) {
    // The two pictures of a sample are adjacent.
    const int64_t batch = input.hidden_states.size(0);
    input.image_embeds = settings.place(image).reshape({batch, -1, image.size(2)});
  }
  const auto& x = input.hidden_states;
  return model.forward(input, wan_rotary(model.config(), x.size(2), x.size(3), x.size(4), settings.device),
                       runner);
}

void wan_run(const Case& c, run::RunSettings& run) {
  const auto algorithm = c.param<std::string>("algorithm");
  run.own["model.wan.timesteps"] = std::string(algorithm == "musubi-wan"           ? "musubi-tuner"
                                               : algorithm == "diffusion-pipe-wan" ? "diffusion-pipe"
                                                                                   : "finetrainers");
  const bool low = c.param("subfolder", std::string()) == "transformer_2";
  run.own["model.wan.expert"] = c.param("experts", std::string(low ? "low" : "high"));
  if (c.param("first_frame", false)) run.task = catalog::VideoTask::image_to_video;
}

std::pair<TrainingBatch, TrainingDraw> wan_micro_batch(const Case& c, int64_t m) {
  const std::string end = "." + std::to_string(m);
  TrainingBatch batch;
  batch.latents = c.input("latents" + end);
  batch.text.embeds = c.input("prompt_embeds" + end);
  batch.image_latents = c.optional_input("image_latents" + end);
  batch.image_embeds = c.optional_input("image_embeds" + end);
  if (batch.image_embeds.defined())
    batch.image_embeds = batch.image_embeds.reshape({batch.latents.size(0), -1, batch.image_embeds.size(2)});
  TrainingDraw draw;
  draw.noise = c.input("noise" + end);
  draw.sigmas = c.input("sigmas" + end);
  draw.timesteps = draw.sigmas * 1000;
  return {batch, draw};
}

void wan_sample(const Case& c, SampleInput& input, SampleHooks&) {
  input.own["validation.wan.guidance_scale_2"] = c.param("guidance_scale_2", 0.0);
  if (const Tensor embeds = c.optional_input("image_embeds"); embeds.defined())
    input.image.embeds = embeds.reshape({1, -1, embeds.size(2)});
}

/// Training timesteps computed from given random numbers.
Tensors wan_training_timesteps(const Case& c, const Settings&) {
  using catalog::FlowWeighting;
  const auto convention = c.param<std::string>("convention");
  const Tensor normal = c.optional_input("normal");
  FlowTimesteps timesteps = wan_timesteps(convention == "musubi" ? "musubi-tuner" : convention);
  timesteps.flow.logit_mean = c.param("logit_mean", 0.0);
  timesteps.flow.logit_std = c.param("logit_std", c.param("sigmoid_scale", 1.0));
  timesteps.flow.schedule.shift = c.param("shift", 1.0);
  timesteps.least = c.param("min_timestep", 0.0) / 1000;
  timesteps.most = c.param("max_timestep", 1000.0) / 1000;
  timesteps.drops = c.param("preserve_distribution_shape", false);
  const Tensor sigmas = timesteps.sigmas(
      normal.defined() ? schedulers::logistic_places(timesteps.flow, normal) : c.input("uniform"));
  const Tensor kept = sigmas.masked_select(timesteps.within(sigmas));
  return {{"sigmas", kept}, {"timesteps", timesteps.of_sigmas(kept)}};
}

}  // namespace

FamilyCases wan_cases() {
  return {.transformer = wan_transformer_case,
          .run = wan_run,
          .micro_batch = wan_micro_batch,
          .sample = wan_sample,
          .result = [](const Tensor& latents) { return latents; },
          .more = {{"scheduler.training_timesteps", {wan_training_timesteps, cases::Precision::full}}}};
}

}  // namespace fw::families
