// SPDX-License-Identifier: Apache-2.0
#include "families/mochi/sampling.h"

#include "catalog/model_config.h"
#include "tensor/copy_stream.h"
#include "tensor/placement.h"

namespace fw::families {

using torch::Tensor;

encoders::TextMask mochi_text_mask(const catalog::ModelSource& source) {
  const catalog::ModelConfig index(source.root() / "model_index.json");
  return index.get<bool>("force_zeros_for_empty_prompt", false) ? encoders::TextMask::attended_unless_empty
                                                                : encoders::TextMask::attended;
}

MochiTransformerInput mochi_input(const Tensor& x, const Tensor& timesteps,
                                  const encoders::TextCondition& text, torch::Dtype dtype) {
  MochiTransformerInput input;
  input.hidden_states = x.to(dtype);
  input.encoder_hidden_states = tensor::upload(text.embeds.to(dtype), x.device());
  input.encoder_attention_mask = text.mask;
  input.timestep = timesteps;
  return input;
}

Tensor mochi_denoise(MochiTransformer& transformer, const schedulers::FlowMatchConfig& scheduler,
                     const catalog::ModelSpec& spec, const SampleInput& input, torch::Dtype dtype,
                     const SampleHooks& hooks) {
  const torch::NoGradGuard no_grad;
  const tensor::PhaseScope phase(tensor::Phase::denoising);
  const Guidance guidance(input.guidance_scale > 1, hooks.guidance);
  const catalog::LatentSize size = catalog::latent_size(spec, input.size);
  schedulers::FlowMatchEuler sampler(
      scheduler,
      schedulers::spaced_sigmas(schedulers::SigmaSpacing::linear_quadratic, input.steps, scheduler));
  Tensor x = hooks.noise(noise_stream::latents, {input.text.embeds.size(0), spec.latent.channels, size.frames,
                                                 size.height, size.width});
  for (size_t i = 0; i < sampler.timesteps().size(); ++i) {
    const Tensor times = torch::full({x.size(0)}, sampler.timesteps()[i], x.options());
    const auto predicted = [&](bool with) {
      const auto of_step = mochi_input(x, times, with ? input.text : input.negative, dtype);
      return transformer.forward(of_step, hooks.block_runner).to(torch::kFloat32);
    };
    const Tensor v = guidance.branches(predicted).guided(input.guidance_scale);
    const auto step = sampler.step(i, v, x, {});
    x = step.sample;
    if (hooks.on_step) hooks.on_step(static_cast<int64_t>(i), x, step.pred_original);
  }
  return x;
}

}  // namespace fw::families
