// SPDX-License-Identifier: Apache-2.0
#include "families/hunyuan_video/sampling.h"

#include "tensor/dry_run.h"

namespace fw::families {

using torch::Tensor;

std::vector<int64_t> hunyuan_text_lengths(const Tensor& mask) {
  std::vector<int64_t> lengths(static_cast<size_t>(mask.size(0)), mask.size(1));
  if (tensor::DryRun::active()) return lengths;
  const Tensor sums = mask.sum(1, /*keepdim=*/false, torch::kInt64).cpu();
  std::copy_n(sums.const_data_ptr<int64_t>(), lengths.size(), lengths.begin());
  return lengths;
}

void hunyuan_set_step(HunyuanTransformerInput& input, const Tensor& x, const Tensor& timesteps,
                      double guidance, torch::Dtype dtype) {
  input.hidden_states = x.to(dtype);
  input.timestep = timesteps;
  input.guidance = torch::full({x.size(0)}, guidance * 1000, x.options());
}

Tensor hunyuan_denoise(HunyuanTransformer& transformer, const schedulers::FlowMatchConfig& scheduler,
                       const catalog::ModelSpec& spec, const SampleInput& input, torch::Dtype dtype,
                       const SampleHooks& hooks) {
  const torch::NoGradGuard no_grad;
  const tensor::PhaseScope phase(tensor::Phase::denoising);
  const Guidance guidance(input.guidance_scale > 1, hooks.guidance);
  const catalog::LatentSize size = catalog::latent_size(spec, input.size);
  schedulers::FlowMatchEuler sampler(
      scheduler, schedulers::spaced_sigmas(schedulers::SigmaSpacing::linear, input.steps, scheduler));
  const int64_t batch = input.text.embeds.size(0);
  Tensor x =
      hooks.noise(noise_stream::latents, {batch, spec.latent.channels, size.frames, size.height, size.width});
  std::vector<HunyuanTransformerInput> passes{hunyuan_input_of(input.text, x.device(), dtype)};
  if (guidance) passes.push_back(hunyuan_input_of(input.negative, x.device(), dtype));
  int64_t longest = 0;
  for (const auto& pass : passes) longest = std::max(longest, pass.encoder_hidden_states.size(1));
  const auto rotary =
      hunyuan_rotary(transformer.config(), size.frames, size.height, size.width, longest, x.device());
  const auto embedded = input.own_value<double>("validation.hunyuan_video.embedded_guidance_scale");

  for (size_t i = 0; i < sampler.timesteps().size(); ++i) {
    const Tensor times = torch::full({batch}, sampler.timesteps()[i], x.options());
    const auto predicted = [&](HunyuanTransformerInput& pass) {
      hunyuan_set_step(pass, x, times, embedded, dtype);
      return transformer.forward(pass, rotary, hooks.block_runner).to(torch::kFloat32);
    };
    const Tensor v = guidance.branches([&](bool with) { return predicted(passes[with ? 0 : 1]); })
                         .guided(input.guidance_scale);
    const auto step = sampler.step(i, v, x, {});
    x = step.sample;
    if (hooks.on_step) hooks.on_step(static_cast<int64_t>(i), x, step.pred_original);
  }
  return x;
}

}  // namespace fw::families
