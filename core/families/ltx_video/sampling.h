// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/family.h"
#include "families/ltx_video/transformer.h"
#include "families/ltx_video/vae.h"
#include "schedulers/flow_match.h"

/// Sampling from embeddings and noise to latents, and decoding them to frames, like the published LTX-Video
/// pipelines: models that take conditions at any frame have a pipeline with its own schedule and times.
/// Shapes: B batch, F latent frames, C latent channels, h w latent size, S tokens of the clip, X tokens
/// before them from conditions that are not at the clip's start.
namespace fw::families {

/// Noise streams of this family; each one counts up from its number.
namespace ltx_noise {
inline constexpr uint64_t decoding = 2;         ///< mixed into the latents before they are decoded
inline constexpr uint64_t injected = 1 << 16;   ///< within the decoder
inline constexpr uint64_t posterior = 1 << 17;  ///< for each condition's latents
inline constexpr uint64_t condition = 1 << 18;  ///< blended with a condition, by its strength
}  // namespace ltx_noise

/// Converts latents to a sequence of tokens and back: [B, C, F, h, w] and [B, F h w, C].
torch::Tensor ltx_pack(const torch::Tensor& latents);
torch::Tensor ltx_unpack(const torch::Tensor& tokens, const catalog::LatentSize& size);

/// Time in seconds of each latent frame, in training and in sampling: frame f starts at pixel frame 8 f for
/// 0.9.0 and 0.9.1, and at max(0, 8 f - 7) for models that take conditions at any frame.
std::vector<double> ltx_seconds(const catalog::ModelSpec& spec, int64_t frames, double fps);

/// Coordinates of the tokens of these frames for ltx_rotary, in training and in sampling: [F h w, 3].
/// @param seconds  of each latent frame
torch::Tensor ltx_places(const catalog::ModelSpec& spec, const std::vector<double>& seconds, int64_t height,
                         int64_t width);

/// The network's input for noisy tokens, in training and in sampling.
/// @param x          [B, tokens, C] float32
/// @param timesteps  [B] or [B, 1] for all tokens, or [B, tokens]
LtxTransformerInput ltx_input(const torch::Tensor& x, const torch::Tensor& timesteps,
                              const encoders::TextCondition& text, torch::Dtype dtype);

/// See Family::encode_conditions. Models with conditions at any frame take each as a clip, using the first 8
/// k + 1 frames; the others take pictures, one per sample of the batch.
std::vector<LatentCondition> ltx_encode_conditions(LtxVae& vae, const catalog::ModelSpec& spec,
                                                   const std::vector<Condition>& conditions,
                                                   const NoiseSource& noise, torch::Dtype dtype,
                                                   const VaeOptions& options);

/// See Family::denoise. Samples stay in float32 regardless of the network's compute type.
/// SampleHooks::on_step gets
/// tokens, [B, X + S, C].
torch::Tensor ltx_denoise(LtxTransformer& transformer, const schedulers::FlowMatchConfig& scheduler,
                          const catalog::ModelSpec& spec, const SampleInput& input, torch::Dtype dtype,
                          const SampleHooks& hooks);

/// See Family::decode.
torch::Tensor ltx_decode(LtxVae& vae, const torch::Tensor& latents, const SampleRequest& request,
                         const NoiseSource& noise, torch::Dtype dtype, VaeOptions options);

}  // namespace fw::families
