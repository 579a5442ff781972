// SPDX-License-Identifier: Apache-2.0
#include "families/cogvideox/sampling.h"

#include <torch/torch.h>

#include <cmath>
#include <numbers>

#include "base/json_text.h"
#include "families/video_vae.h"
#include "schedulers/make_sampler.h"
#include "tensor/placement.h"

namespace fw::families {

namespace {

/// The constant that 1.5-I2V was trained with.
constexpr double ofs_value = 2.0;

/// 1 + g (1 - cos(pi ((n - t) / n)^5)) / 2 with the timestep where one expects the step's index: the
/// published pipeline's formula, whose argument runs to 1e12, so it has to be computed in double.
double dynamic_guidance(double scale, size_t steps, double timestep) {
  const auto n = static_cast<double>(steps);
  return 1 + scale * (1 - std::cos(std::numbers::pi * std::pow((n - timestep) / n, 5.0))) / 2;
}

}  // namespace

torch::Tensor denoise(CogVideoXTransformer& transformer, schedulers::Sampler& sampler,
                      const DenoiseInput& input, torch::Dtype dtype, const DenoiseHooks& hooks) {
  const torch::NoGradGuard no_grad;
  const tensor::PhaseScope phase(tensor::Phase::denoising);
  const bool guided = input.guidance_scale > 1;
  torch::Tensor x = input.latents.to(torch::kFloat32);
  const torch::Device device = x.device();
  const torch::Tensor text =
      (guided ? torch::cat({input.negative_prompt_embeds, input.prompt_embeds}) : input.prompt_embeds)
          .to(device, dtype);
  const auto positions = transformer.positions({x.size(1), x.size(3), x.size(4)}, text.size(1), device);
  torch::Tensor condition;  // [B, F, C, h, w]: the image latent, then zeros
  if (input.image_latents.defined()) {
    condition = torch::zeros(x.sizes(), x.options());
    condition.narrow(1, 0, 1).copy_(input.image_latents);
  }
  CogVideoXTransformerInput network_input;
  network_input.encoder_hidden_states = text;
  if (transformer.config().ofs_embed_dim)
    network_input.ofs = torch::full({1}, ofs_value, x.options().dtype(dtype));

  const std::vector<double>& timesteps = sampler.timesteps();
  for (size_t i = 0; i < timesteps.size(); ++i) {
    const torch::Tensor channels = condition.defined() ? torch::cat({x, condition}, 2) : x;
    network_input.hidden_states = (guided ? torch::cat({channels, channels}) : channels).to(dtype);
    network_input.timestep = torch::full({network_input.hidden_states.size(0)}, timesteps[i],
                                         torch::TensorOptions(device).dtype(torch::kInt64));
    torch::Tensor v = transformer.forward(network_input, positions, hooks.block_runner).to(torch::kFloat32);
    if (guided) {
      const double scale = input.use_dynamic_cfg
                               ? dynamic_guidance(input.guidance_scale, timesteps.size(), timesteps[i])
                               : input.guidance_scale;
      const auto halves = v.chunk(2);
      v = halves[0] + scale * (halves[1] - halves[0]);
    }
    const torch::Tensor noise =
        sampler.needs_noise() ? hooks.step_noise(i, x.sizes()).to(x.options()) : torch::Tensor();
    const schedulers::Sampler::Step step = sampler.step(i, v, x, noise);
    x = step.sample;
    if (hooks.on_step) hooks.on_step(i, x, step.pred_original);
  }
  return x;
}

torch::Tensor encode_image(CogVideoXVae& vae, const torch::Tensor& image, const torch::Tensor& noise,
                           torch::Dtype dtype, const VaeOptions& options) {
  const tensor::PhaseScope phase(tensor::Phase::video_encoding);
  std::vector<torch::Tensor> latents;
  const torch::Tensor pixels = (image * 2 - 1).unsqueeze(2).to(dtype);  // [B, 3, 1, H, W]
  // Each image alone, as the published pipeline does.
  for (int64_t b = 0; b < pixels.size(0); ++b) {
    const auto posterior = vae.encode(pixels.narrow(0, b, 1), options);
    latents.push_back(
        LatentPosterior{posterior.mean.to(torch::kFloat32), posterior.logvar.to(torch::kFloat32)}.sample(
            noise.narrow(0, b, 1).to(pixels.device(), torch::kFloat32)));
  }
  return vae.config().scaled_image(torch::cat(latents).permute({0, 2, 1, 3, 4}));
}

torch::Tensor decode_latents(CogVideoXVae& vae, const torch::Tensor& latents, int64_t padding_frames,
                             torch::Dtype dtype, const VaeOptions& options) {
  const torch::NoGradGuard no_grad;
  const tensor::PhaseScope phase(tensor::Phase::decoding);
  const torch::Tensor kept =
      latents.narrow(1, padding_frames, latents.size(1) - padding_frames).permute({0, 2, 1, 3, 4});
  const torch::Tensor video =
      vae.decode(vae.latent_scale().to_vae(kept).to(dtype), {}, options).to(torch::kFloat32);
  return (video * 0.5 + 0.5).clamp_(0, 1).permute({0, 2, 3, 4, 1});
}

std::unique_ptr<schedulers::Sampler> make_folder_sampler(const std::filesystem::path& model_folder,
                                                         const std::string& class_name, int64_t steps) {
  return schedulers::make_sampler(read_json(model_folder / "scheduler/scheduler_config.json"),
                                  {.class_name = class_name, .steps = steps});
}

}  // namespace fw::families
