// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "encoders/t5_text_encoders.h"
#include "families/family.h"
#include "families/mochi/transformer.h"
#include "schedulers/flow_match.h"

/// Sampling from prompts to embeddings, and from these and noise to latents, like the published Mochi-1
/// pipeline. Shapes: B batch, C latent channels, F latent frames, h w latent height and width.
namespace fw::families {

/// How the model at this place masks prompts: the published one treats an empty prompt as no text.
encoders::TextMask mochi_text_mask(const catalog::ModelSource& source);

/// The network's input for a noisy clip, in training and in sampling.
/// @param x          [B, C, F, h, w] float32
/// @param timesteps  [B], 0 noise to 1000 clean
MochiTransformerInput mochi_input(const torch::Tensor& x, const torch::Tensor& timesteps,
                                  const encoders::TextCondition& text, torch::Dtype dtype);

/// See Family::denoise. Samples stay in float32 regardless of the network's compute type.
/// SampleHooks::on_step gets
/// latents, [B, C, F, h, w].
torch::Tensor mochi_denoise(MochiTransformer& transformer, const schedulers::FlowMatchConfig& scheduler,
                            const catalog::ModelSpec& spec, const SampleInput& input, torch::Dtype dtype,
                            const SampleHooks& hooks);

}  // namespace fw::families
