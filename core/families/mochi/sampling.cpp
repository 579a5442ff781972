// SPDX-License-Identifier: Apache-2.0
#include "families/mochi/sampling.h"

#include "tensor/placement.h"

namespace fw::families {

using torch::Tensor;

encoders::TextMask mochi_text_mask(const catalog::ModelSource& source) {
  const nlohmann::json index = read_json(source.root() / "model_index.json");
  return index.value("force_zeros_for_empty_prompt", false) ? encoders::TextMask::attended_unless_empty
                                                            : encoders::TextMask::attended;
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
  const auto both = [&](Tensor encoders::TextCondition::*part) {
    return guidance.batch(input.negative.*part, input.text.*part).to(x.device());
  };
  MochiTransformerInput network_input;
  network_input.encoder_hidden_states = both(&encoders::TextCondition::embeds).to(dtype);
  network_input.encoder_attention_mask = both(&encoders::TextCondition::mask);
  for (size_t i = 0; i < sampler.timesteps().size(); ++i) {
    network_input.hidden_states = guidance.batch(x, x).to(dtype);
    network_input.timestep =
        torch::full({network_input.hidden_states.size(0)}, sampler.timesteps()[i], x.options());
    Tensor v = transformer.forward(network_input, hooks.block_runner).to(torch::kFloat32);
    if (guidance) {
      const auto [without, with] = guidance.branches(v);
      v = without + input.guidance_scale * (with - without);
    }
    const auto step = sampler.step(i, v, x, {});
    x = step.sample;
    if (hooks.on_step) hooks.on_step(static_cast<int64_t>(i), x, step.pred_original);
  }
  return x;
}

}  // namespace fw::families
