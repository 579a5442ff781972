// SPDX-License-Identifier: Apache-2.0
#include "families/cogvideox/sampling.h"

#include <cmath>
#include <numbers>

#include "tensor/copy_stream.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::families {

namespace {

/// The value that 1.5-I2V was trained with.
constexpr double ofs_value = 2.0;

/// 1 + g (1 - cos(pi ((n - t) / n)^5)) / 2, with the timestep where one would expect the step index. This is
/// the published pipeline's formula; its argument reaches 1e12, so it must be computed in double.
double dynamic_guidance(double scale, size_t steps, double timestep) {
  const auto n = static_cast<double>(steps);
  return 1 + scale * (1 - std::cos(std::numbers::pi * std::pow((n - timestep) / n, 5.0))) / 2;
}

/// Drops the padding and changes to the VAE's layout. @param x  [B, F, C, h, w]
torch::Tensor without_padding(const torch::Tensor& x, int64_t padding_frames) {
  return x.narrow(1, padding_frames, x.size(1) - padding_frames).permute({0, 2, 1, 3, 4});
}

}  // namespace

CogVideoXTransformerInput cogvideox_input(const CogVideoXTransformerConfig& config, const torch::Tensor& x,
                                          const torch::Tensor& image, const torch::Tensor& timesteps,
                                          const torch::Tensor& text, torch::Dtype dtype) {
  CogVideoXTransformerInput input;
  input.hidden_states = x;
  if (image.defined()) {
    const torch::Tensor condition = torch::zeros(x.sizes(), x.options());
    condition.narrow(1, 0, 1).copy_(image);
    input.hidden_states = torch::cat({x, condition}, 2);
  }
  input.hidden_states = input.hidden_states.to(dtype);
  input.encoder_hidden_states = tensor::upload(text.to(dtype), x.device());
  input.timestep = timesteps;
  if (config.ofs_embed_dim) input.ofs = torch::full({1}, ofs_value, x.options());
  return input;
}

torch::Tensor denoise(CogVideoXTransformer& transformer, schedulers::Sampler& sampler,
                      const catalog::ModelSpec& spec, const SampleInput& input, torch::Dtype dtype,
                      const SampleHooks& hooks) {
  const torch::NoGradGuard no_grad;
  const tensor::PhaseScope phase(tensor::Phase::denoising);
  const Guidance guidance(input.guidance_scale > 1, hooks.guidance);
  const bool dynamic = input.own_value<bool>("validation.cogvideox.use_dynamic_cfg");
  const catalog::LatentSize size = catalog::latent_size(spec, input.size);
  torch::Tensor x =
      hooks.noise(noise_stream::latents, {input.text.embeds.size(0), size.frames + size.padding_frames,
                                          spec.latent.channels, size.height, size.width});
  const torch::Device device = x.device();
  const auto positions =
      transformer.positions({x.size(1), x.size(3), x.size(4)}, input.text.embeds.size(1), device);
  torch::Tensor image;
  if (!input.image.latents.empty()) image = input.image.latents.front().latents.permute({0, 2, 1, 3, 4});

  const std::vector<double>& timesteps = sampler.timesteps();
  for (size_t i = 0; i < timesteps.size(); ++i) {
    const auto times =
        torch::full({x.size(0)}, timesteps[i], torch::TensorOptions(device).dtype(torch::kInt64));
    const double scale = dynamic ? dynamic_guidance(input.guidance_scale, timesteps.size(), timesteps[i])
                                 : input.guidance_scale;
    const auto predicted = [&](bool with) {
      const auto of_step = cogvideox_input(transformer.config(), x, image, times,
                                           (with ? input.text : input.negative).embeds, dtype);
      return transformer.forward(of_step, positions, hooks.block_runner).to(torch::kFloat32);
    };
    const torch::Tensor v = guidance.branches(predicted).guided(scale);
    const torch::Tensor noise =
        sampler.needs_noise() ? hooks.noise(noise_stream::first_step + i, x.sizes()) : torch::Tensor();
    const schedulers::Sampler::Step step = sampler.step(i, v, x, noise);
    x = step.sample;
    if (hooks.on_step)
      hooks.on_step(static_cast<int64_t>(i), x, without_padding(step.pred_original, size.padding_frames));
  }
  return without_padding(x, size.padding_frames);
}

torch::Tensor encode_image(CogVideoXVae& vae, const torch::Tensor& image, const NoiseSource& noise,
                           torch::Dtype dtype, const VaeOptions& options) {
  const tensor::PhaseScope phase(tensor::Phase::video_encoding);
  const torch::Tensor pixels = (image * 2 - 1).unsqueeze(2).to(dtype);  // [B, 3, 1, H, W]
  std::vector<torch::Tensor> means, logvars;
  // Encodes each image separately, like the published pipeline.
  for (const torch::Tensor& one : pixels.split(1)) {
    const LatentPosterior posterior = vae.encode(one, options);
    means.push_back(posterior.mean.to(torch::kFloat32));
    logvars.push_back(posterior.logvar.to(torch::kFloat32));
  }
  const LatentPosterior all{torch::cat(means), torch::cat(logvars)};
  return vae.config().scaled_image(all.sample(noise(noise_stream::image, all.mean.sizes())));
}

}  // namespace fw::families
