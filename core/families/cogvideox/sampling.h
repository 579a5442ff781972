// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/cogvideox/transformer.h"
#include "families/cogvideox/vae.h"
#include "families/family.h"
#include "schedulers/sampler.h"

/// The steps from embeddings and noise to latents, as the published CogVideoX pipelines do them.
/// Shapes: B batch, F latent frames, C latent channels, h w latent size. The network, and so the sampler, has
/// [B, F, C, h, w] with padding frames in front; what comes out is [B, C, F, h, w] without.
namespace fw::families {

/// The network's input for a noisy clip, in training as in sampling.
/// @param x          [B, F, C, h, w] float32, padding frames included
/// @param image      [B or 1, 1, C, h, w] of the first frame, in the network's scale; undefined: none
/// @param timesteps  [B]
/// @param text       [B, L, text_embed_dim]
CogVideoXTransformerInput cogvideox_input(const CogVideoXTransformerConfig& config, const torch::Tensor& x,
                                          const torch::Tensor& image, const torch::Tensor& timesteps,
                                          const torch::Tensor& text, torch::Dtype dtype);

/// See Family::denoise. Samples stay in float32 whatever the network computes in.
torch::Tensor denoise(CogVideoXTransformer& transformer, schedulers::Sampler& sampler,
                      const catalog::ModelSpec& spec, const SampleInput& input, torch::Dtype dtype,
                      const SampleHooks& hooks);

/// The first frame as a condition: a draw from the VAE's posterior, scaled as the model wants it.
/// @param image  [B, 3, H, W] in 0..1 @return [B, C, 1, h, w] float32
torch::Tensor encode_image(CogVideoXVae& vae, const torch::Tensor& image, const NoiseSource& noise,
                           torch::Dtype dtype, const VaeOptions& options);

}  // namespace fw::families
