// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/cogvideox/transformer.h"
#include "families/cogvideox/vae.h"
#include "families/family.h"
#include "schedulers/sampler.h"

/// Sampling from embeddings and noise to latents, like the published CogVideoX pipelines. Shapes: B batch, F
/// latent frames, C latent channels, h w latent size. Network and sampler use [B, F, C, h, w] with padding
/// frames at the front; the result is [B, C, F, h, w] without them.
namespace fw::families {

/// The network's input for a noisy clip, in training and in sampling.
/// @param x          [B, F, C, h, w] float32, padding frames included
/// @param image      [B or 1, 1, C, h, w] of the first frame, in the network's scale; undefined: none
/// @param timesteps  [B]
/// @param text       [B, L, text_embed_dim]
CogVideoXTransformerInput cogvideox_input(const CogVideoXTransformerConfig& config, const torch::Tensor& x,
                                          const torch::Tensor& image, const torch::Tensor& timesteps,
                                          const torch::Tensor& text, torch::Dtype dtype);

/// See Family::denoise. Samples stay in float32 regardless of the network's compute type.
torch::Tensor denoise(CogVideoXTransformer& transformer, schedulers::Sampler& sampler,
                      const catalog::ModelSpec& spec, const SampleInput& input, torch::Dtype dtype,
                      const SampleHooks& hooks);

/// Encodes the first frame as a condition: a sample of the VAE's posterior, scaled for the model.
/// @param image  [B, 3, H, W] in 0..1 @return [B, C, 1, h, w] float32
torch::Tensor encode_image(CogVideoXVae& vae, const torch::Tensor& image, const NoiseSource& noise,
                           torch::Dtype dtype, const VaeOptions& options);

}  // namespace fw::families
